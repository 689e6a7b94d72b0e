"""The version of the program, which every layer may ask for."""

__version__ = "0.1.0"
