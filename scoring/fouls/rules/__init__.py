"""Fouls and what follows from them (3.11): catalogue, proposed penalty, the steps of repetition."""
