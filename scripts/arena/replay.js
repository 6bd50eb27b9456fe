// The games of a report on one board. Reads the constant `match`: what all games have in common, and each game as the board takes it.
"use strict";
{
  const board = document.querySelector("ludion-board"), list = document.getElementById("game"), who = document.getElementById("who");

  // After a swap of sides the colour of a result is not the one that the winner began with.
  const ending = ({ result, winner }) => winner ? `${result} (${winner})` : result;

  const choose = (number) => {
    const game = match.games[number];
    list.value = number;
    who.textContent = `${board.side("b")} ${game.black}, ${board.side("w")} ${game.white}: ${ending(game)}, ${game.reason}`;
    board.removeAttribute("at");
    board.record = { ...match.common, ...game };
  };

  match.games.forEach((game, number) => list.add(new Option(`${game.id}: ${game.black} - ${game.white} ${ending(game)}`, number)));
  list.addEventListener("change", () => choose(Number(list.value)));
  document.querySelectorAll("[data-game]").forEach((button) => button.addEventListener("click", () => {
    choose(Number(button.dataset.game));
    board.scrollIntoView({ block: "nearest" });
  }));
  if (match.games.length) choose(0);
}
