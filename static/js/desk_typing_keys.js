// When the text of a typed hand is complete, by game: then the next field gets the focus.

const NOBODY = /^[0*＊]$/;
// +32 to +99 with the loser's two digits; +100 to +299 with two, or three from 100 on; self-drawn, 0.
const SCORES = /^[1-4](?:[3-9]\d[1-4]\d\d|[12]\d\d[1-4](?:[3-9]\d|[12]\d\d)|(?:[3-9]\d|[12]\d\d)0)$/;

export const COMPLETE = {
  imj: (text) => NOBODY.test(text),
  mcr: (text, mode) => NOBODY.test(text) || (mode === "scores" && SCORES.test(text)),
};
