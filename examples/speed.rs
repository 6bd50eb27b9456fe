//! t
use ludion::color::Color;
use ludion::games::hex::board::Board;
use ludion::games::hex::net::gradient::*;
use ludion::games::hex::net::*;
use ludion::grid::*;
use std::time::Instant;
fn main() {
    for (b, c) in [(6, 32), (8, 48), (8, 64)] {
        let s = Shape { blocks: b, channels: c };
        let n = Network::new(s, vec![0.01; s.layout().count]).unwrap();
        for set in kernel::InstructionSet::available() {
            let mut w = Workspace::new(set);
            for side in [5, 11] {
                let mut board = Board::new(Size::square(side));
                board.play(Color::Black, Cell(3));
                let t = Instant::now();
                let mut k = 0;
                while t.elapsed().as_secs_f64() < 0.5 {
                    n.evaluate(&board, Color::White, false, &mut w);
                    k += 1;
                }
                let e = t.elapsed().as_secs_f64() / k as f64;
                let bw = Backward::new(&n);
                let mut g = vec![0.0; n.weights().len()];
                let mut sc = Scratch::default();
                let v = field::View { size: board.size(), to_move: Color::White, half_turn: false };
                let t = Instant::now();
                let mut k = 0;
                while t.elapsed().as_secs_f64() < 0.5 {
                    bw.add_position(
                        &board,
                        v,
                        &Target { policy: vec![(Cell(1), 1.0)], value: 0.5, owners: vec![] },
                        &mut w,
                        &mut sc,
                        &mut g,
                    );
                    k += 1;
                }
                let tr = t.elapsed().as_secs_f64() / k as f64;
                println!(
                    "{b}x{c} {} {side}: {:.3} ms {:.1} GFLOP/s; train {:.3} ms",
                    set.name(),
                    e * 1e3,
                    n.operations(side * side) as f64 / e / 1e9,
                    tr * 1e3
                );
            }
        }
    }
}
