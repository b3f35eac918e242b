"""What is signed here holds for tools that somebody else wrote: node's crypto, and Go's golang.org/x/mod/sumdb."""

import json
import os
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from tests.transparency.made import LIST, RECEIPTS, SIGNED_RECEIPT, WITNESSES, made_list
from transparency import tree

NODE = """
const crypto = require("node:crypto");
const holds = ({ note, key, cosigned }) => {
const at = note.lastIndexOf("\\n\\n");
const text = note.slice(0, at + 1);
const [, name, id, encoded] = /^([^+]+)\\+([0-9a-f]{8})\\+(.+)$/.exec(key);
const material = Buffer.from(encoded, "base64");
const expected = crypto.createHash("sha256").update(name + "\\n").update(material).digest("hex").slice(0, 8);
const line = note.slice(at + 2).split("\\n").find((each) => each.startsWith(`\\u2014 ${name} `));
let signature = Buffer.from(line.split(" ")[2], "base64");
let message = text;
if (cosigned) {
  message = `cosignature/v1\\ntime ${signature.readBigUInt64BE(4)}\\n${text}`;
  signature = Buffer.concat([signature.subarray(0, 4), signature.subarray(12)]);
}
const jwk = { kty: "OKP", crv: "Ed25519", x: material.subarray(1).toString("base64url") };
const publicKey = crypto.createPublicKey({ key: jwk, format: "jwk" });
const isSigned = crypto.verify(null, Buffer.from(message), publicKey, signature.subarray(4));
return isSigned && expected === id && signature.subarray(0, 4).toString("hex") === id;
};
console.log(JSON.parse(require("node:fs").readFileSync(0, "utf-8")).map(holds).join(" "));
"""
GO = """
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type Case struct {
	Note, Key, Text, Entry string
	Index, Size int64
	Hashes [][]byte
	Root []byte
}

func main() {
	var c Case
	if err := json.NewDecoder(os.Stdin).Decode(&c); err != nil { panic(err) }
	verifier, err := note.NewVerifier(c.Key)
	if err != nil { panic(err) }
	opened, err := note.Open([]byte(c.Note), note.VerifierList(verifier))
	if err != nil || opened.Text != c.Text { panic(err) }
	var root tlog.Hash
	copy(root[:], c.Root)
	var proof tlog.RecordProof
	for _, each := range c.Hashes {
		var hash tlog.Hash
		copy(hash[:], each)
		proof = append(proof, hash)
	}
	record := tlog.RecordHash([]byte(c.Entry))
	if err := tlog.CheckRecord(proof, c.Size, root, c.Index, record); err != nil { panic(err) }
	fmt.Println("true")
}
"""


def asked(command: list[str], question: object, folder: Path | None = None) -> str:
    done = subprocess.run(command, input=json.dumps(question), cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def node() -> str:
    """Where node is; without it, the test is skipped."""
    found = shutil.which("node")
    if not found:
        if os.environ.get("REQUIRE_CLIENTS"):
            pytest.fail("there is no node")
        pytest.skip("there is no node")
    return found


def test_node_finds_that_each_signature_holds_and_that_a_changed_text_is_not_signed():
    checkpoint, changed = made_list(5).note, SIGNED_RECEIPT.replace("\n12\n", "\n13\n")
    cases = [
        {"note": SIGNED_RECEIPT, "key": str(RECEIPTS.key)},
        {"note": checkpoint, "key": str(LIST.key)},
        {"note": checkpoint, "key": str(WITNESSES[1].key), "cosigned": True},
        {"note": changed, "key": str(RECEIPTS.key)},
    ]
    assert asked([node(), "-e", NODE], cases) == "true true true false"


def test_go_opens_a_checkpoint_and_finds_the_entry(tmp_path):
    if not shutil.which("go"):
        pytest.skip("Go is not installed: its library sumdb does not check the notes here")
    (tmp_path / "main.go").write_text(GO)
    for command in (["go", "mod", "init", "check"], ["go", "mod", "tidy"]):
        if subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode:
            pytest.skip("golang.org/x/mod cannot be had here")
    made = made_list(300)
    question = {"Note": made.note, "Key": str(LIST.key), "Text": made.note.partition("\n\n")[0] + "\n"}
    hashes = [b64encode(each).decode() for each in tree.inclusion_proof(200, 300, made.node)]
    question |= {"Entry": made.entries[200].decode(), "Root": b64encode(made.root).decode()}
    assert asked(["go", "run", "."], {**question, "Index": 200, "Size": 300, "Hashes": hashes}, tmp_path) == "true"
