// No module of the page needs itself by way of others, neither at once nor later.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

const FOLDER = new URL("../../../service/web/", import.meta.url);
const MODULES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".js"));
const COMMENTS = /\/\*[^]*?\*\//g; // they import types alone
const IMPORTS = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** The modules that a module imports. @param {string} name */
function importsOf(name) {
  const script = readFileSync(new URL(name, FOLDER), "utf8").replace(COMMENTS, "");
  return [...script.matchAll(IMPORTS)].map(([, path]) => posix.join(posix.dirname(name), path ?? ""));
}

/** The first circle that the imports of modules make, as a path; null if there is none. @param {Map<string, string[]>} imports */
function circleIn(imports) {
  const done = new Set();
  /** @param {string[]} path @returns {string[] | null} */
  const follow = (path) => {
    const [name = ""] = path.slice(-1);
    if (path.indexOf(name) < path.length - 1) return path.slice(path.indexOf(name));
    if (done.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const found = follow([...path, next]);
      if (found) return found;
    }
    done.add(name);
    return null;
  };
  return [...imports.keys()].map((name) => follow([name])).find((each) => each) ?? null;
}

test("imports are read from all modules, and a circle is found", () => {
  assert.ok(importsOf("app.js").includes("page.js") && importsOf("routes.js").includes("table/table.js"));
  assert.deepEqual(circleIn(new Map([["a", ["b"]], ["b", ["c", "d"]], ["c", []], ["d", ["b"]]])), ["b", "d", "b"]);
});

test("no imports of the page make a circle", () => {
  assert.deepEqual(circleIn(new Map(MODULES.map((name) => [name, importsOf(name)]))), null);
});
