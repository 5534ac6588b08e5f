// The games that the Table's page can play offline, by the key that the server gives.
import * as imj from "./imj.js";
import * as mcr from "./mcr.js";

export const GAMES = { imj, mcr };
