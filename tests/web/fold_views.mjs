// Folds the games of standard input, a JSON text each line, and prints the views that are asked for, in the same form.
import { createInterface } from "node:readline";
import { fold, replayOf, viewAt } from "../../service/web/fold/fold.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { events, viewer, catalogue, names, asked } = JSON.parse(line);
  const replay = replayOf(events, catalogue, viewer);
  const own = (version) => fold(events.slice(0, version), viewer, catalogue, names);
  const views = asked.map(([version, eyes]) => (eyes === "own" ? own(version) : viewAt(replay, version, eyes, names)));
  console.log(JSON.stringify(views));
}
