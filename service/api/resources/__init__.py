"""The REST resources, a file each."""
