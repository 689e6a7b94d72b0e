"""The games behind the interfaces that researchers use already, each module for one of them."""
