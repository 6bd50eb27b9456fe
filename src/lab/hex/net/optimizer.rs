//! Adam, with a bound for the gradient and an average of the weights.
//!
//! D. Kingma and J. Ba, *Adam: a method for stochastic optimization* (2015). The average plays and is tested: it is worth
//! more than the weights themselves at a high learning rate (Polyak and Juditsky 1992).

use ludion::games::hex::net::{Network, Shape};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::half_turn::HalfTurn;

const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// Longest gradient; a longer one is shortened to it.
const CLIP: f32 = 3.0;

/// Share of the average that stays at each step, once there were many.
const AVERAGE: f32 = 0.999;

/// What the second convolution of a block begins with, as a share of the usual size.
const SECOND_START: f32 = 0.2;

/// Weights in training, with all that the optimiser remembers of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimizer {
    /// Steps so far.
    pub steps: u64,
    /// Weights.
    pub weights: Vec<f32>,
    /// Average of the weights over the last steps.
    pub average: Vec<f32>,
    /// First and second moments of the gradient.
    pub moments: [Vec<f32>; 2],
}

impl Optimizer {
    /// Returns random weights of a network that a half-turn does not change: normal, of the variance that keeps the size of
    /// activations (K. He et al. 2015); biases zero.
    #[must_use]
    pub fn new(shape: Shape, seed: u64) -> Self {
        let layout = shape.layout();
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut weights = vec![0.0; layout.count];
        for (index, layer) in
            layout.convolutions.iter().chain([&layout.policy, &layout.owner, &layout.hidden, &layout.value]).enumerate()
        {
            let inputs = layer.weights.len() / layer.outputs;
            let is_second = index < layout.convolutions.len() && index > 0 && index % 2 == 0;
            let deviation = (2.0 / inputs as f32).sqrt() * if is_second { SECOND_START } else { 1.0 };
            weights[layer.weights.clone()].fill_with(|| deviation * normal(&mut random));
        }
        HalfTurn::new(shape).tie(&mut weights, std::f32::consts::FRAC_1_SQRT_2);
        Optimizer::from_weights(weights)
    }

    /// Begins with given weights.
    #[must_use]
    pub fn from_weights(weights: Vec<f32>) -> Self {
        let zero = vec![0.0; weights.len()];
        Optimizer { steps: 0, average: weights.clone(), weights, moments: [zero.clone(), zero] }
    }

    /// Makes one step against a gradient.
    pub fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let length = gradient.iter().map(|g| f64::from(*g).powi(2)).sum::<f64>().sqrt() as f32;
        let clip = (CLIP / length.max(1e-12)).min(1.0);
        let power = self.steps.min(100_000) as i32;
        let [first, second] = BETA.map(|beta| 1.0 - beta.powi(power));
        let keep = AVERAGE.min((1 + self.steps) as f32 / (10 + self.steps) as f32);
        let [means, squares] = &mut self.moments;
        for (index, &g) in gradient.iter().enumerate() {
            let g = g * clip;
            means[index] = BETA[0] * means[index] + (1.0 - BETA[0]) * g;
            squares[index] = BETA[1] * squares[index] + (1.0 - BETA[1]) * g * g;
            let step = means[index] / first / ((squares[index] / second).sqrt() + EPSILON);
            self.weights[index] -= rate * step;
            self.average[index] = keep * self.average[index] + (1.0 - keep) * self.weights[index];
        }
    }

    /// Returns the network of the averaged weights.
    #[must_use]
    pub fn network(&self, shape: Shape) -> Network {
        Network::new(shape, self.average.clone()).expect("as many weights as the shape has")
    }
}

/// Returns a small network of random weights.
#[cfg(test)]
pub fn random_network(seed: u64) -> Network {
    let shape = Shape { blocks: 1, channels: 16 };
    Optimizer::new(shape, seed).network(shape)
}

/// Returns a sample of the standard normal distribution (Box and Muller).
fn normal(random: &mut Pcg64Mcg) -> f32 {
    let (a, b): (f64, f64) = (random.random_range(1e-12..1.0), random.random_range(0.0..std::f64::consts::TAU));
    ((-2.0 * a.ln()).sqrt() * b.cos()) as f32
}
