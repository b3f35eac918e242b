"""`python -m tests.fuzz --seed 1 --requests 10000`: fuzz the API, and print the result."""

import sys

from tests.fuzz import pinned

pinned.install()  # before the service is imported; each process of a pool comes here first, too

if __name__ == "__main__":
    from tests.fuzz.command_line import main

    sys.exit(main(sys.argv[1:]))
