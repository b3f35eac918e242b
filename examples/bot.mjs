// A complete bot without dependencies (node >= 18). It registers, accepts invitations, and plays.
//
//     node examples/bot.mjs --name Eddie [--url http://127.0.0.1:8000] [--join] [--games 1]
//
// It reads GET /v1/turns as server-sent events and reopens it after any error. It starts with all that is waiting.
// WONDERFUL_URL is the default of --url.
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: process.env.WONDERFUL_URL || "http://127.0.0.1:8000" },
    name: { type: "string", default: "Eddie" },
    join: { type: "boolean", default: false },
    games: { type: "string", default: "1" },
  },
});
let token = "";

async function ask(method, path, body, headers = {}) {
  const answer = await fetch(options.url.replace(/\/$/, "") + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
  });
  if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}`);
  return answer;
}

// All that waits, what is new since `lastId`, then what comes. Blocks without data keep the connection alive.
async function* inboxItems(lastId) {
  const headers = { Accept: "text/event-stream", ...(lastId && { "Last-Event-ID": lastId }) };
  const stream = await ask("GET", "/v1/turns", undefined, headers);
  let text = "";
  for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice(6));
    }
  }
}

async function joinOpenGames() {
  for (const game of await (await ask("GET", "/v1/games?free_seats=true")).json()) await takeSeat(game.id);
}

// The request is refused if other players were faster.
async function takeSeat(game) {
  await ask("POST", `/v1/games/${game}/seats`);
}

// The host starts the game, the others agree that it starts.
async function start({ game, seat, view }) {
  if (seat === view.host) await ask("POST", `/v1/games/${game}/start`);
  else await ask("PUT", `/v1/games/${game}/seats/me/ready`, { ready: true });
}

// Fill cards, those with the fewest open spaces first; begin few cards; recycle the rest; then declare ready.
function priority(intention, view) {
  const openSpaces = new Map(
    view.seats[view.seat].construction.map((site) => [site.card, site.spaces.filter((s) => s.filled === null).length]),
  );
  const values = { choose: 9, keep: 9, place: 6, slate: openSpaces.size < 5 ? 5 : 1, recycle: 2, ready: 1.5 };
  return (values[intention.type] ?? 0) + (openSpaces.has(intention.onto) ? 1 / openSpaces.get(intention.onto) : 0);
}

// The key makes it safe to repeat the request. A refusal means that the turn is out of date.
async function act({ game, version, view, legal }) {
  const best = legal.reduce((a, b) => (priority(b, view) > priority(a, view) ? b : a));
  await ask("POST", `/v1/games/${game}/intentions`, best, { "Idempotency-Key": String(version) });
}

const account = await ask("POST", "/v1/players", { name: options.name, kind: "bot" })
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`status ${answer.status}`))))
  .catch(({ message, cause }) => {
    const [reason] = (cause?.code ?? cause?.message ?? message).split("\n");
    console.error(`${options.url} does not answer as the service does: ${reason}`);
    process.exit(1);
  });
token = account.token;
console.log(`${options.name} is ${account.id}`);
let lastId; // of the newest item: after an error, the service goes on there
let gamesLeft = Number(options.games);
for (;;) {
  try {
    if (options.join) await joinOpenGames();
    for await (const item of inboxItems(lastId)) {
      if (item.type === "invitation" || item.type === "rematch_offered") {
        await takeSeat(item.game);
      } else if (item.type === "table_full") {
        await start(item);
      } else if (item.type === "your_turn") {
        await act(item);
      } else if (item.type === "away") {
        await ask("POST", `/v1/games/${item.game}/seats/me/return`); // refused if no time is left
      } else if (item.type === "finished") {
        console.log(`${item.game}: ${item.view.result?.scores[item.seat].total} points`);
        if (--gamesLeft === 0) process.exit(0);
      }
      lastId = item.id;
    }
  } catch (error) {
    console.log(`trying again: ${error.message}`);
  }
  await new Promise((done) => setTimeout(done, 1000));
}
