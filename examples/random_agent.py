"""A random agent in the environment, and the log of its game for `wonderful verify`.

    make extras EXTRAS=train
    .venv/bin/python examples/random_agent.py > game.jsonl && .venv/bin/wonderful verify game.jsonl

The scores go to standard error.
"""

import sys

from training import environments

env = environments.env(seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, _, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(f"{agent}: {info['score']} points", file=sys.stderr)
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
print("\n".join(env.log()))
