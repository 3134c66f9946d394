// `node scripts/docs/settings.js`: writes the table of settings into docs/operations.md, from .env.example, which describes each.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = join(import.meta.dirname, '../..');
const PAGE = join(PROJECT, 'docs/operations.md');
const BLOCK = /(?<=<!-- settings -->\n\n)[^]*?(?=\n\n<!-- \/settings -->)/;
/** The lines above a variable, and its own, which is a comment if the variable has no value by default. */
const SETTING = /((?:^# (?![A-Z][A-Z0-9_]+=).+\n)+)^(# )?([A-Z][A-Z0-9_]+)=(.*)$/gm;

/** Makes the text of docs/operations.md with the settings as .env.example describes them. */
export function withSettings(page, example) {
  const rows = [...example.matchAll(SETTING)].map(([, comment, isUnset, name, value]) => {
    const text = comment.replaceAll(/^# /gm, '').trim().replaceAll('\n', ' ');
    const [meaning, byDefault = 'none'] = text.split(/ Default: (.+)\.$/);
    const linked = meaning.replaceAll(/docs\/([\w/-]+\.md)/g, '[$1]($1)');
    return [`\`${name}\``, isUnset ? byDefault : `\`${value}\``, linked];
  });
  const table = [['variable', 'default', 'meaning'], ['-', '-', '-'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column].length)));
  const padded = table.map((cells) =>
    cells.map((cell, column) => cell.padEnd(widths[column], cell === '-' ? '-' : ' ')),
  );
  return page.replace(BLOCK, () => padded.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const example = readFileSync(join(PROJECT, '.env.example'), 'utf8');
  writeFileSync(PAGE, withSettings(readFileSync(PAGE, 'utf8'), example));
}
