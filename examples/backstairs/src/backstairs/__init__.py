"""Backstairs, 2 to 4 players: who calls on whom, and who sees it?"""
