// Hands and writes as text.
import { isOfHand } from "../waiting.js";
import { game, name, say } from "./model.js";

export function handText(hand, no) {
  if (!hand) return say("nothing");
  const extras = game.extrasText(hand, (seat) => name(seat, no), say);
  if (!hand.winner) return extras || say(hand.aborted ? "aborted" : "drawn");
  const from = hand.discarder ? `← ${name(hand.discarder, no)}` : say("selfDrawn");
  return `${name(hand.winner, no)} ${from}${extras && ` (${extras})`}`;
}

export function handWithPoints(hand, no, without) {
  if (!hand) return say(without);
  const points = hand.points ? game.pointsText(hand.points, say).replaceAll(" ", "\u00a0") : "";
  return [handText(hand, no), points].filter(Boolean).join(" · ");
}

export const titleOf = (write) => (isOfHand(write) ? say("hand", { no: write.no }) : say(write.kind));
