// The starting seats, which identify the players of a table.
export const SEATS = ["E", "S", "W", "N"];
