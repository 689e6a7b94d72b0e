"""Simulation at scale: series of matches, what they show, and how fast they run."""
