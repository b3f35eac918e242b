/** Play a two-seat game with the client of openapi-generator's typescript-fetch. Prints the outcome as JSON. */

import {
  Configuration,
  EventsApi,
  GamesApi,
  IntentionsApi,
  RegistrationApi,
  ReplaysApi,
  SeatsApi,
  TakingBackApi,
  VerificationsApi,
  type Intention,
  type GameView,
} from "./client";

declare const process: { argv: string[] };

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

/** Play to the scored end; take one intention back on the way. Returns the last view. */
async function play(configuration: Configuration, id: string): Promise<GameView> {
  const games = new GamesApi(configuration);
  const intentions = new IntentionsApi(configuration);
  const events = new EventsApi(configuration);
  let view = await new SeatsApi(configuration).startGame({ id });
  let isUndone = false;
  while (view.status === "playing") {
    const legal = await games.listLegal({ id });
    const [best] = legal.sort((one, other) => priority(other) - priority(one));
    if (best) await intentions.act({ id, intention: [best], idempotencyKey: `act-${view.version}` });
    else await events.listEvents({ id, after: view.version, wait: 20 });
    view = await games.getGame({ id });
    if (view.phase === "planning" && view.undoable !== null && !isUndone) {
      await new TakingBackApi(configuration).undo({ id, undo: { version: view.undoable } });
      view = await games.getGame({ id });
      isUndone = true;
    }
  }
  return view;
}

async function main(basePath: string): Promise<void> {
  const stranger = new Configuration({ basePath });
  const { token } = await new RegistrationApi(stranger).registerPlayer({ newPlayer: { name: "typescript-fetch" } });
  const configuration = new Configuration({ basePath, accessToken: token });
  const { id } = await new GamesApi(configuration).openGame({ newGame: { seats: 2, bots: ["greedy"] } });
  const view = await play(configuration, id);
  const [frame] = await new ReplaysApi(configuration).getReplay({ id, from: view.version });
  const log = await new EventsApi(configuration).getLog({ id });
  const verdict = await new VerificationsApi(configuration).verifyLog({ body: log });
  const outcome = {
    game: id,
    version: view.version,
    totals: view.result?.scores.map((score) => score.total),
    last_frame: frame?.view?.version,
    verified: verdict.ok,
  };
  console.log(JSON.stringify(outcome));
}

void main(process.argv[2] ?? "");
