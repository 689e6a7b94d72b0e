"""Players that see only what their seat may know: from the simplest to the strongest, all through the same door."""
