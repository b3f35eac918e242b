// What `make vectors` records: the catalogue of the service, in English, and games as each viewer got them.

import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

const recorded = JSON.parse(brotliDecompressSync(readFileSync(new URL("../../fold/vectors.json.br", import.meta.url))).toString());
/** As `GET /v1/catalogue` gives it. @type {import("../../../service/web/types.js").Catalogue} */
export const CATALOGUE = recorded.catalogue;
/** @type {{ name: string, logs: any[] }[]} */
export const GAMES = recorded.games;
