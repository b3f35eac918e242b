// Another language while the page is open: its texts, and the names that the catalogue gives.

import { renewCatalogue } from "../catalogue.js";
import { keep } from "../settings.js";
import { loadTexts } from "./texts.js";

/** Use a language from now on. The caller draws the screen again. @param {string} language */
export async function changeLanguage(language) {
  keep("language", language);
  await Promise.all([loadTexts(), renewCatalogue()]);
}
