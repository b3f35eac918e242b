// For each turn of standard input, a JSON text each line: what the page thinks is legal before it, and its view after it.
import { createInterface } from "node:readline";
import { useCatalogue } from "../../service/web/catalogue.js";
import { stillPossible } from "../../service/web/table/plan.js";
import { after, legalIn } from "../../service/web/table/rules.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { catalogue, view, intention } = JSON.parse(line);
  if (catalogue) useCatalogue(catalogue);
  else console.log(JSON.stringify({ legal: legalIn(view), view: after(view, intention), isPossible: stillPossible(view, [intention]).length === 1 }));
}
