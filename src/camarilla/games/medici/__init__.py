"""Court of the Medici, 2 players: two houses, one court, and nobody safe who is worth as much as a conspiracy."""
