"""Solo games of the strategy `master` in compiled code, and the learning of its nets from them.

Everything that a game needs lies in arrays of integers, so that numba compiles it. Functions that numba compiles write
their results into arrays that they get as arguments, named last.
"""
