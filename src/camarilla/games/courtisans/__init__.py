"""Courtisans, 2 to 5 players: whom does the Queen smile on tonight?"""
