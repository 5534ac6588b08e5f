"""The sheets of the tables: facts and versions, cards, signing, counting, comparing, rulings, corrections."""
