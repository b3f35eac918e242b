// A complete bot on the client of the page (node >= 20). It registers, accepts invitations, and plays.
//
//     node examples/bot.mjs --name Eddie [--url http://127.0.0.1:8000] [--join] [--games 1]
//
// WONDERFUL_URL is the default of --url. docs/client.md tells how to have the client elsewhere.
import { parseArgs } from "node:util";
import { Client, isTemporary } from "../service/web/client.js";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: process.env.WONDERFUL_URL || "http://127.0.0.1:8000" },
    name: { type: "string", default: "Eddie" },
    join: { type: "boolean", default: false },
    games: { type: "string", default: "1" },
  },
});
const client = new Client(options.url);

// Fill cards, those with the fewest open spaces first; begin few cards; recycle the rest; then declare ready.
function priority(intention, view) {
  const openSpaces = new Map(
    view.seats[view.seat].construction.map((site) => [site.card, site.spaces.filter((s) => s.filled === null).length]),
  );
  const values = { choose: 9, keep: 9, place: 6, slate: openSpaces.size < 5 ? 5 : 1, recycle: 2, ready: 1.5 };
  return (values[intention.type] ?? 0) + (openSpaces.has(intention.onto) ? 1 / openSpaces.get(intention.onto) : 0);
}

// What the bot does about an item of its inbox.
const answers = {
  invitation: ({ game }) => client.post(`/v1/games/${game}/seats`),
  rematch_offered: ({ game }) => client.post(`/v1/games/${game}/seats`),
  table_full: ({ game, seat, view }) =>
    seat === view.host // who starts the game; the others agree that it starts
      ? client.post(`/v1/games/${game}/start`)
      : client.request("PUT", `/v1/games/${game}/seats/me/ready`, { body: { ready: true } }),
  your_turn: ({ game, version, view, legal }) =>
    client.post(
      `/v1/games/${game}/intentions`,
      legal.reduce((a, b) => (priority(b, view) > priority(a, view) ? b : a)),
      { "Idempotency-Key": String(version) },
    ),
  away: ({ game }) => client.post(`/v1/games/${game}/seats/me/return`), // refused if no time is left
};

async function play() {
  if (options.join) for (const { id } of await client.get("/v1/games?free_seats=true")) await answer({ type: "invitation", game: id });
  let gamesLeft = Number(options.games);
  for await (const item of client.inbox()) {
    await answer(item);
    if (item.type !== "finished") continue;
    console.log(`${item.game}: ${item.view.result?.scores[item.seat].total} points`);
    if (--gamesLeft === 0) return;
  }
}

// The service refuses what others were faster with. What still waits after an outage comes again.
const tooLate = ["no_such_game", "no_spectators", "not_host", "not_invited", "not_seated"];
async function answer(item) {
  await answers[item.type]?.(item).catch((error) => {
    if (!(isTemporary(error) || error.status === 409 || tooLate.includes(error.code))) throw error;
  });
}

try {
  const account = await client.register({ name: options.name, kind: "bot" });
  if (!account.token) throw new Error("another service answers");
  client.token = account.token;
  console.log(`${options.name} is ${account.id}`);
} catch (error) {
  console.error(`${options.url}: ${error.message}`);
  process.exit(1);
}
await play();
process.exit();
