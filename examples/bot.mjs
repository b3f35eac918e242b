// A complete bot without dependencies (node >= 18): registers, takes what it is invited to, and plays.
//
//     node examples/bot.mjs --name Eddie [--url http://127.0.0.1:8000] [--join] [--games 1]
//
// It follows GET /v1/turns as server-sent events. When anything fails it is opened again: it begins with all that waits.
import { parseArgs } from "node:util";

const { values: given } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8000" },
    name: { type: "string", default: "Eddie" },
    join: { type: "boolean", default: false },
    games: { type: "string", default: "1" },
  },
});
let token = "";

async function ask(method, path, body, headers = {}) {
  const answer = await fetch(given.url + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
  });
  if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}`);
  return answer;
}

// What ended while nobody listened, then the items of the stream; a block that is only a comment is a sign of life.
async function* told(playing) {
  const stream = await ask("GET", "/v1/turns", undefined, { Accept: "text/event-stream" });
  for (const game of playing) {
    const view = await (await ask("GET", `/v1/games/${game}`)).json();
    if (view.status !== "playing") yield { type: "end", game, seat: view.seat, view };
  }
  let text = "";
  for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice(6));
    }
  }
}

async function joinOpenGames() {
  for (const game of await (await ask("GET", "/v1/games?status=open")).json())
    if (game.allow_bots && game.seats.some((seat) => seat.player === null)) await takeSeat(game.id);
}

// Whoever takes the last seat starts the game. Somebody may have been quicker: then it is refused.
async function takeSeat(game) {
  const joined = await ask("POST", `/v1/games/${game}/seats`);
  if (joined.status === 201 && (await joined.json()).seats.every((seat) => seat.player))
    await ask("POST", `/v1/games/${game}/start`);
}

// What to do first: fill cards, the fullest ones first; begin few; recycle what is left; then be ready.
function worth(intention, view) {
  const open = new Map(
    view.seats[view.seat].construction.map((site) => [site.card, site.spaces.filter((s) => s.filled === null).length]),
  );
  const order = { choose: 9, keep: 9, place: 6, slate: open.size < 5 ? 5 : 1, recycle: 2, ready: 1.5 };
  return (order[intention.type] ?? 0) + (open.has(intention.onto) ? 1 / open.get(intention.onto) : 0);
}

// The key makes it safe to send again; a refusal means that the turn is old.
async function act({ game, version, view, legal }) {
  const best = legal.reduce((a, b) => (worth(b, view) > worth(a, view) ? b : a));
  await ask("POST", `/v1/games/${game}/intentions`, best, { "Idempotency-Key": String(version) });
}

const account = await (await ask("POST", "/v1/players", { name: given.name, kind: "bot" })).json();
token = account.token;
console.log(`${given.name} is ${account.id}`);
const playing = new Set();
let left = Number(given.games);
for (;;) {
  try {
    if (given.join) await joinOpenGames();
    for await (const item of told(playing)) {
      if (item.type === "invitation") {
        await takeSeat(item.game);
      } else if (item.type === "turn") {
        playing.add(item.game);
        await act(item);
      } else {
        playing.delete(item.game);
        console.log(`${item.game}: ${item.view.result?.scores[item.seat].total} points`);
        if (--left === 0) process.exit(0);
      }
    }
  } catch (error) {
    console.log(`trying again: ${error.message}`);
  }
  await new Promise((done) => setTimeout(done, 1000));
}
