"""Rules of fouls (3.11): the catalogue, the proposed penalty, the points of repeated fouls."""
