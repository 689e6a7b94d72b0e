"""In the Shadow of the Sun King, 2 to 6 players: five qualities, and whoever leads in them rises at court."""
