// What the page found when it verified a log.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { cardFace } from "../cards/card.js";
import { cardTitle } from "../cards/describe.js";
import { Fault, Unknown } from "../audit/fault.js";
import { MAX_LOG_BYTES } from "../audit/log.js";
import { verify } from "../audit/verify.js";
import { empireName } from "../catalogue.js";

const FIRST_CARDS = 5;

/** @typedef {import("../audit/verify.js").Verified} Verified */
/** @typedef {{ stage: import("../audit/verify.js").Stage, done: number }} Progress */
/** @typedef {{ progress?: Progress, found?: Verified, trouble?: string }} Audit */

/**
 * Verify a log, and tell how far it is. Nothing of a log is executed or drawn as it is.
 *
 * @param {() => Promise<Uint8Array>} read @param {import("../types.js").Catalogue} catalogue @param {(audit: Audit) => void} onChange
 * @param {number} [size] bytes, if they are known before the reading
 */
export async function audit(read, catalogue, onChange, size = 0) {
  try {
    if (size > MAX_LOG_BYTES) throw new Unknown("too_big");
    if (!globalThis.crypto?.subtle) throw new Unknown("insecure");
    onChange({ progress: { stage: "lines", done: 0 } });
    const found = await verify(await read(), catalogue, (stage, done) => onChange({ progress: { stage, done } }));
    onChange({ found });
  } catch (error) {
    if (error instanceof Fault) onChange({ trouble: t("audit.wrong", { line: error.line, what: t(`audit.fault.${error.reason}`, error.values) }) });
    else if (error instanceof Unknown) onChange({ trouble: t("audit.no_verdict", { why: t(`audit.unknown.${error.reason}`) }) });
    else throw error;
  }
}

/** @param {Audit} audit @param {string[]} names By seat. */
export function auditResult({ progress, found, trouble }, names) {
  if (trouble) return h("p", { class: "audit-bad", role: "alert" }, trouble);
  if (found) return verdict(found, names);
  if (!progress) return null;
  const text = t(`audit.stage.${progress.stage}`);
  return h("label", { class: "field", role: "status" }, h("span", null, text), h("progress", { max: 1, value: progress.done, "aria-label": text }));
}

/** What receipts and proofs show. @param {import("../audit/signed.js").Outcome[]} outcomes */
export function signedResult(outcomes) {
  if (!outcomes.length) return null;
  return h("ul", { class: "audit-signed", role: "status" }, outcomes.map(({ name, key, values, agrees }) =>
    h("li", { key: name, class: agrees ? "audit-agrees" : "audit-bad" }, `${name}: ${t(`audit.signed.${key}`, values)}`)));
}

/** @param {Verified} found @param {string[]} names */
function verdict({ log, head, deal }, names) {
  const { result } = log.end;
  return h("div", { class: "stack", role: "status" },
    h("ul", { class: "audit-good" },
      h("li", null, t("audit.chain_good", { n: log.entries.length })),
      h("li", null, t("audit.deal_good")),
      h("li", null, t("audit.result_good"))),
    h("dl", { class: "audit-facts" },
      h("dt", null, t("audit.head")), h("dd", null, h("code", null, head)),
      h("dt", null, t("audit.game")), h("dd", null, h("code", null, log.header.game)),
      h("dt", null, t("audit.result")), h("dd", null, result?.scores.map((score, seat) => `${names[seat] ?? ""} ${score.total}`).join(" · ")),
      h("dt", null, t("audit.empires")), h("dd", null, deal.empires.map(empireName).join(" · ")),
      h("dt", null, t("audit.seed")), h("dd", null, h("code", null, deal.server_seed)),
      h("dt", null, t("audit.deck")), h("dd", null, h("ul", { class: "card-row" }, deal.deck.slice(0, FIRST_CARDS).map((card) =>
        h("li", { key: card }, cardFace(card, { flight: false }), h("span", { class: "unseen" }, cardTitle(card))))))));
}
