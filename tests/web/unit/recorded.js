// The catalogue of the service, in English, and the games that `make vectors` records, as each viewer got them.

import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** @param {string} path */
const bytes = (path) => readFileSync(new URL(path, import.meta.url));
/** As `GET /v1/catalogue` gives it. @type {import("../../../service/web/types.js").Catalogue} */
export const CATALOGUE = JSON.parse(bytes("../../../examples/catalogue.json").toString());
/** @type {{ name: string, logs: any[] }[]} */
export const GAMES = JSON.parse(brotliDecompressSync(bytes("../../fold/vectors.json.br")).toString()).games;
