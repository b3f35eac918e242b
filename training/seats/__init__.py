"""Games with two to five seats in compiled code, from which nets learn that value what a seat drafts and plans.

As in `training.solo`, functions that numba compiles write their results into arrays that they get as arguments.
"""
