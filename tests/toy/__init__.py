"""Pocket Court, a game for tests only: small, whole, and easy to plant a leak in."""
