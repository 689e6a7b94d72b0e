"""Cour, 2 to 6 players: courtiers enrolled into a pyramid, each above those who bear them."""
