// Folds the games of standard input, a JSON text each line, and prints the views of the versions that are asked for.
import { createInterface } from "node:readline";
import { fold } from "../../service/web/fold/fold.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { events, viewer, catalogue, asked } = JSON.parse(line);
  console.log(JSON.stringify(asked.map((version) => fold(events.slice(0, version), viewer, catalogue))));
}
