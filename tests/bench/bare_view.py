"""The yardstick: a bare Flask view, without schema, auth, rules or redaction, over the same append script.

It runs the script with the arguments recorded for the intention that its path names.
"""

import os
import pickle
from pathlib import Path

from flask import Flask, jsonify, request

from events import RedisLog
from store.keys import Keys
from store.server import connect


def create_app() -> Flask:
    """The application; RECORDED names the file with the arguments."""
    app = Flask("bare")
    recorded = pickle.loads(Path(os.environ["RECORDED"]).read_bytes())
    script = RedisLog(connect(os.environ["REDIS_URL"]), Keys())._append

    @app.get("/healthz")
    def alive():
        return jsonify(ok=True)

    @app.post("/<prefix>/<game>/<int:index>")
    def post(prefix: str, game: str, index: int):
        request.get_json()
        keys, args = recorded[game][index]
        outcome, version, *_ = script(keys=[prefix + key for key in keys], args=args)
        assert outcome == b"appended", (outcome, version)
        return jsonify(version=version), 201

    return app
