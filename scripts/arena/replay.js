// The replay of a game: a Hex board as SVG, for the other games the pictures that ludion drew. Reads the constant `match`.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const [columns, rows] = match.board || [0, 0];
  const RADIUS = 18, STEP = RADIUS * Math.sqrt(3), NS = "http://www.w3.org/2000/svg";
  let game = null, ply = 0;

  const centre = (column, row) => [RADIUS * 2.5 + STEP * (column + row / 2), RADIUS * 2.5 + RADIUS * 1.5 * row];

  function add(parent, name, attributes, text) {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  function letters(column) {
    let name = "";
    for (column += 1; column; column = Math.floor((column - 1) / 26)) name = String.fromCharCode(97 + (column - 1) % 26) + name;
    return name;
  }

  function cellOf(move) {
    const found = /^([a-z]+)(\d+)$/.exec(move);
    if (!found) return null;
    let column = 0;
    for (const letter of found[1]) column = column * 26 + letter.charCodeAt(0) - 96;
    return [column - 1, Number(found[2]) - 1];
  }

  // The stones after some moves: a swap of pieces takes the first stone to its mirrored cell, a swap of sides leaves it.
  function stones() {
    const found = [];
    game.moves.slice(0, ply).forEach(([color, move], number) => {
      const cell = cellOf(move);
      if (cell && cell[0] < columns && cell[1] < rows) found.push({ cell, color, number });
      if (move === "swap-pieces" && match.swap === "pieces" && found.length === 1) {
        found[0] = { cell: [found[0].cell[1], found[0].cell[0]], color, number };
      }
    });
    return found;
  }

  function hexagon(x, y) {
    const corners = [];
    for (let i = 0; i < 6; i++) {
      const angle = Math.PI / 3 * i + Math.PI / 6;
      corners.push(`${(x + RADIUS * Math.cos(angle)).toFixed(1)},${(y + RADIUS * Math.sin(angle)).toFixed(1)}`);
    }
    return corners.join(" ");
  }

  function edge(svg, from, to, shift, stroke) {
    const [x1, y1] = centre(...from), [x2, y2] = centre(...to);
    add(svg, "line", { x1: x1 + shift[0], y1: y1 + shift[1], x2: x2 + shift[0], y2: y2 + shift[1], stroke, "stroke-width": 4 });
  }

  function board() {
    const svg = byId("board");
    svg.replaceChildren();
    const [width, height] = centre(columns - 1, rows - 1);
    svg.setAttribute("viewBox", `0 0 ${width + RADIUS * 2.5} ${height + RADIUS * 2.5}`);
    const far = RADIUS * 1.1;
    edge(svg, [0, 0], [columns - 1, 0], [0, -far], "#111");
    edge(svg, [0, rows - 1], [columns - 1, rows - 1], [0, far], "#111");
    edge(svg, [0, 0], [0, rows - 1], [-far * Math.sin(Math.PI / 3), far / 2], "#d44");
    edge(svg, [columns - 1, 0], [columns - 1, rows - 1], [far * Math.sin(Math.PI / 3), -far / 2], "#d44");
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [x, y] = centre(column, row);
        add(svg, "polygon", { points: hexagon(x, y), fill: "#f4ead2", stroke: "#a98" });
        if (row === 0) add(svg, "text", { x: x - RADIUS / 2, y: y - RADIUS * 1.4, class: "name" }, letters(column));
      }
      const [x, y] = centre(0, row);
      add(svg, "text", { x: x - RADIUS * 2, y: y + 4, class: "name" }, row + 1);
    }
    for (const { cell, color, number } of stones()) {
      const [x, y] = centre(...cell);
      add(svg, "circle", { cx: x, cy: y, r: RADIUS * 0.72, fill: color === "b" ? "#111" : "#d44" });
      const last = number === ply - 1;
      add(svg, "text", { x, y: y + 4, class: "number", fill: last ? "#ff0" : "#fff" }, number + 1);
    }
  }

  // The pictures as addresses of images, once they are unpacked.
  let pictures = [];

  async function unpack() {
    const packed = Uint8Array.from(atob(match.pictures), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const texts = (await new Response(stream).text()).split("\0");
    pictures = texts.map((text) => URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })));
    show();
  }

  function picture() {
    const address = pictures[(match.frames[match.games.indexOf(game)] || [])[ply]];
    const image = document.createElement("img");
    image.alt = "";
    image.src = address;
    byId("picture").replaceChildren(...(address ? [image] : []));
  }

  function show() {
    if (match.board) board();
    else if (pictures.length) picture();
    const move = ply ? game.moves[ply - 1] : null;
    const seconds = ply ? game.seconds[ply - 1] : null;
    byId("ply").value = ply;
    byId("move").textContent = move
      ? `${ply}. ${move[0] === "b" ? "black" : "white"} ${move[1]}` + (seconds === null ? " (opening)" : ` (${seconds} s)`)
      : "start";
    byId("moves").textContent = game.moves.slice(0, ply).map(([color, text]) => `${color}:${text}`).join(" ");
  }

  function choose(number) {
    game = match.games[number];
    ply = game.moves.length;
    byId("ply").max = ply;
    byId("who").textContent = `black ${game.black}, white ${game.white}: ${game.result}, ${game.reason}`;
    show();
  }

  function step(by) {
    ply = Math.max(0, Math.min(game.moves.length, ply + by));
    show();
  }

  match.games.forEach((one, number) => {
    const option = document.createElement("option");
    option.value = number;
    option.textContent = `${one.id}: ${one.black} - ${one.white} ${one.result}`;
    byId("game").appendChild(option);
  });
  byId("game").addEventListener("change", (event) => choose(Number(event.target.value)));
  byId("ply").addEventListener("input", (event) => { ply = Number(event.target.value); show(); });
  byId("back").addEventListener("click", () => step(-1));
  byId("forward").addEventListener("click", () => step(1));
  document.querySelectorAll("[data-game]").forEach((link) => link.addEventListener("click", () => {
    byId("game").value = link.dataset.game;
    choose(Number(link.dataset.game));
  }));
  if (match.games.length) choose(0);
  if (match.pictures && !match.board) unpack();
})();
