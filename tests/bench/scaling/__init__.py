"""What many games at once need: tables from measured costs, and a simulation that supports them."""
