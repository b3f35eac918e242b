"""How numba compiles the functions of this package.

numba compiles a function again for each literal number that it is called with, and so do all functions that it calls. A
large function is therefore called with the size of an array, not with the constant that the array was made with.
"""

from collections.abc import Callable
from typing import Any

from numba import njit

Compile = Callable[[Any], Any]

compiled: Compile = njit(cache=True, nogil=True)
"""For functions that make arrays."""
lean: Compile = njit(cache=True, nogil=True, _nrt=False)
"""For functions that make no array. numba then does not count who uses an array, which takes half of the time of small
functions, and makes threads wait for each other."""
lean_sums: Compile = njit(cache=True, nogil=True, _nrt=False, fastmath=True)
"""As `lean`; sums of floats are added in any order."""
