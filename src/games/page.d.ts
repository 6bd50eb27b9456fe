/**
 * What the page asks of a game: the default export of `NAME/page.js` here. Only `tsc` reads this file; nothing of it is served.
 * The words of the game stand beside that module, in `words.LANGUAGE.json`. A session is a `Turn` or a `Puzzle`.
 */

/** A field of the dialog for a new game: a choice, a text or a number. Its words: `fields.KEY`, `choices.CHOICE`. */
export interface Field {
  key: string;
  value: string | number;
  choices?: Array<string | number>;
  isText?: boolean;
  min?: number;
  max?: number;
}

/** A button of an answer: its line is `line`, or `key`; or it runs something. What is not general is over with the game. Its words: `tools.KEY`. */
export type Tool = string | { key: string; line?: string; run?: (session: any) => any; isGeneral?: boolean };

/** The position as text under the hands of an editor. A result of null is no change; of several positions the first legal one counts. */
export interface Edit {
  /** Whether each change is checked for the number of solutions. */
  isPuzzle?: boolean;
  /** The text at first, where that of the position does not serve. */
  begin?: (text: string, session: any) => string | undefined;
  point: (text: string, point: any, session: any) => string | string[] | null;
  key?: (event: CustomEvent, editor: any) => void;
  /** The text with the other player to move, where that is not its last word. */
  turn?: (text: string, session: any) => string | string[];
  /** An empty board of this size. */
  blank?: (size: string) => string;
  decorate?: (session: any) => void;
  /** Whether a place has a second change, the other way round; true where it is missing. Its word: `editOther`. */
  other?: boolean;
}

export interface GamePage {
  /** `puzzle`; else a game of two players. */
  kind?: string;
  /** The style of the drawing of `svg`, in the colours of the page. */
  style: string;
  fields?: Field[];
  /** The requests that begin a game of two players with these options. */
  start?: (options: any) => string[];
  /** The settings of such a game, sent before it begins. */
  setup?: (options: any) => string[];
  /** The moves of a puzzle in the text after ` play=` of a position. */
  moves?: (text: string) => string[];
  /** The start of a position and the moves since, each with its player; without it a position of two players has no moves. */
  split?: (position: string) => { start: string; moves: string[][] };
  /** A start of which something is left out, in full. */
  whole?: (start: string) => string;
  /** The move that a click means, where it is not the name of the place; null for none. */
  point?: (point: any, session: any, alternate?: any) => any;
  drag?: (drag: any, session: any) => void;
  key?: (event: CustomEvent, session: any) => void;
  /** The shape that a name of an explanation means, where it is not that of a place. */
  shapeOf?: (name: string, board: any) => any;
  /** False where `explain` takes no move. */
  explainsMoves?: boolean;
  /** A text of the engine with its rules in the words of the page. */
  nameRules?: (text: string, session: any) => string;
  /** What the words of `gesture` leave open. */
  rules?: (session: any) => string[];
  hover?: (name: string | null, session: any) => void;
  /** What a screen reader says of a place. */
  label?: (name: string, shape: Element, session: any) => string;
  /** The place of a move whose name is not that of its place. */
  placeOf?: (move: string, board?: any) => string;
  /** Where in a place its mark stands, or that of the nth move after it there. */
  spot?: (place: Element, nth?: number) => Element;
  /** Whether the moves of both players look alike. */
  hasOneColor?: boolean;
  /** The score beside whose turn it is. */
  count?: (session: any) => any;
  /** Whether the players change their colours by a move of a record. */
  swapsSides?: (node: { name: string }, record: { setup: string[] }) => boolean;
  /** The places that show why the game has ended. */
  end?: (session: any) => string[];
  /** `values` where `move_values` is exact and quick. */
  analysis?: string;
  /** The properties of a record with these settings, where the game has a form with variations; and the settings that such a text has. */
  headOf?: (setup: string[]) => Record<string, string[]>;
  setupIn?: (text: string) => string[] | undefined;
  overlays?: string[];
  tools?: Tool[];
  edit?: Edit;
  /** False where the puzzle has no `check`. */
  check?: boolean;
  after?: (session: any, isLive: boolean) => void;
  hint?: (session: any) => any;
  solve?: (session: any) => any;
  duel?: { next: (session: any) => string[] };
  /** The endings of the forms in which a game is saved. Their words: `forms.ENDING`. */
  forms?: string[];
  /** Forms that the page writes from the start of the record. */
  written?: { [form: string]: (start: string) => string };
  /** The form that holds variations, an SGF. */
  tree?: string;
  /** The requests to try on a text before it goes to the engine as it is. */
  read?: (text: string, name?: string) => string[];
  /** Whether long files are read in parts. */
  readsParts?: boolean;
  /** Whether `url` gives a link to another site. */
  site?: boolean;
  /** Whether the drawing can be enlarged. */
  zoom?: boolean;
}
