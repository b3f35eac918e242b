/** Play a two-seat game with the types of openapi-typescript and openapi-fetch. Prints the outcome as JSON. */

import createClient from "openapi-fetch";

import type { components, paths } from "./api";

type Intention = components["schemas"]["Intention"];
type GameView = components["schemas"]["GameView"];

declare const process: { argv: string[] };

/** What a request that must succeed gives. */
function given<Data>(answer: { data?: Data; error?: { code: string } }): Data {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

/** Draft, build and choose before anything else; be ready when nothing of that is left. */
function priority(intention: Intention): number {
  switch (intention.type) {
    case "place":
      return intention.onto === "empire" ? 0 : 4;
    case "draft":
    case "choose":
      return 3;
    case "slate":
      return 2;
    case "ready":
      return 1;
    default:
      return 0;
  }
}

const url = process.argv[2] ?? "";
const api = createClient<paths>({ baseUrl: url });

/** Play to the scored end; take one intention back on the way. Returns the last view. */
async function play(id: string): Promise<GameView> {
  const params = { path: { id } };
  let view = given(await api.POST("/v1/games/{id}/start", { params }));
  let isUndone = false;
  while (view.status === "playing") {
    const legal = given(await api.GET("/v1/games/{id}/legal", { params }));
    const [best] = legal.sort((one, other) => priority(other) - priority(one));
    if (best) {
      const header = { "Idempotency-Key": `act-${view.version}` };
      given(await api.POST("/v1/games/{id}/intentions", { params: { ...params, header }, body: [best] }));
    } else {
      const query = { after: view.version, wait: 20 };
      given(await api.GET("/v1/games/{id}/events", { params: { ...params, query } }));
    }
    view = given(await api.GET("/v1/games/{id}", { params }));
    if (view.phase === "planning" && view.undoable !== null && !isUndone) {
      given(await api.POST("/v1/games/{id}/undo", { params, body: { version: view.undoable } }));
      view = given(await api.GET("/v1/games/{id}", { params }));
      isUndone = true;
    }
  }
  return view;
}

async function main(): Promise<void> {
  const { token } = given(await api.POST("/v1/players", { body: { name: "openapi-fetch" } }));
  api.use({ onRequest: ({ request }) => request.headers.set("Authorization", `Bearer ${token}`) });
  const { id } = given(await api.POST("/v1/games", { body: { seats: 2, bots: ["greedy"] } }));
  const view = await play(id);
  const params = { path: { id } };
  const query = { from: view.version };
  const [frame] = given(await api.GET("/v1/games/{id}/replay", { params: { ...params, query } }));
  const log = given(await api.GET("/v1/games/{id}/log", { params, parseAs: "text" }));
  const verdict = given(
    await api.POST("/v1/verifications", {
      body: log,
      bodySerializer: (text) => text,
      headers: { "Content-Type": "application/x-ndjson" },
    }),
  );
  const outcome = {
    game: id,
    version: view.version,
    totals: view.result?.scores.map((score) => score.total),
    last_frame: frame?.view?.version,
    verified: verdict.status === "done" && verdict.ok, // a long log is answered later
  };
  console.log(JSON.stringify(outcome));
}

void main();
