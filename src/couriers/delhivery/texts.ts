import { foldBlanks } from '../addresses/lines.js';

/** Writes a text as Delhivery reads it: these characters break its JSON, and so does the backslash before a quotation mark. */
export function cleanText(text: string): string {
  return foldBlanks(text.replace(/[&#%;\\]/g, ' ').replaceAll('"', "'")).toWellFormed();
}
