import { escapeHtml } from '../../platform/escape-html.js';
import { renderSVG } from 'uqr';
import type { Letterhead, Logo } from '../../identity/brand/brand.service.js';
import { COLORS, colorDeclarations, TEXT_FONT } from '../../platform/design-tokens.js';
import type { DocumentContent } from '../documents/document-content.js';
import {
  PLAIN,
  type PrintedDocument,
  printedDocument,
  type PrintedParty,
  type PrintOptions,
} from './printed-document.js';
import type { PrintedTable } from './printed-tables.js';

const styleOf = ({ accent }: Letterhead): string => `
@page { size: A4; margin: 12mm }
:root { ${colorDeclarations({ ...COLORS.light, ...accent.light })} }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px; max-width: 210mm; font: 13px/1.4 ${TEXT_FONT}; color: var(--text); background: var(--ground); overflow-wrap: anywhere }
article + article { break-before: page; margin-top: 48px }
header, .parties { display: flex; flex-wrap: wrap; gap: 12px 32px; border-bottom: 1px solid var(--line); padding-bottom: 12px; margin-bottom: 12px }
header > *, .parties > * { flex: 1 1 240px }
img { display: block; max-width: 200px; max-height: 64px; margin: 0 0 12px }
h1 { margin: 0 0 8px; font-size: 24px; color: var(--accent) }
h2, .mark, .sku, dt, small { margin: 0; font-size: 11px; font-weight: 400; color: var(--soft) }
.mark { float: right }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 }
dd { margin: 0; font-weight: 600 }
p { margin: 0 }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; margin: 12px 0; font-variant-numeric: tabular-nums; font-size: 12px }
thead { display: table-header-group; background: var(--panel) }
tr { break-inside: avoid }
th, td { padding: 4px 6px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
.number { text-align: right; white-space: nowrap }
td:not(.wide) { white-space: nowrap }
.wide { min-width: 140px }
tfoot td { font-weight: 600; border-bottom-color: var(--accent) }
small { display: block }
.sums { margin-left: auto; width: max-content; text-align: right }
.sums dd { font-weight: 400 }
.sums .total { font-size: 16px; font-weight: 600; color: var(--text) }
.words, .statement { font-weight: 600; margin: 8px 0 }
.registration { display: flex; flex-wrap: wrap; gap: 16px; break-inside: avoid }
.registration svg { width: 45mm; height: 45mm }
.registration dl { grid-template-columns: 1fr; flex: 1 1 240px; align-content: start }
.terms { white-space: pre-line }
.signature { margin: 24px 0 0 auto; width: max-content; max-width: 100%; break-inside: avoid }
@media print { body { padding: 0; max-width: none } .scroll { overflow: visible } }
`;

/** Writes a document as a page that needs no other file. */
export function documentHtml(
  content: DocumentContent,
  options: PrintOptions = {},
  letterhead: Letterhead = PLAIN,
): string {
  const printed = printedDocument(content, options);
  const copies = printed.marks.map((mark) => article(printed, mark, letterhead));
  return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${printed.title} ${printed.number}`)}</title><style>${styleOf(letterhead)}</style></head>
<body>${copies.join('')}</body></html>
`;
}

function article(printed: PrintedDocument, mark: string | null, { logo }: Letterhead): string {
  const { title, facts, supplier, parties, statements, lines, sums, total, words } = printed;
  return [
    '<article>',
    logo === null ? '' : pictureOf(logo),
    mark === null ? '' : `<p class="mark">${escapeHtml(mark)}</p>`,
    `<h1>${escapeHtml(title)}</h1>`,
    `<header>${party(supplier)}<dl>${pairs(facts)}</dl></header>`,
    `<div class="parties">${parties.map(party).join('')}</div>`,
    ...statements.map((text) => `<p class="statement">${escapeHtml(text)}</p>`),
    table(lines),
    `<dl class="sums">${pairs(sums)}<dt class="total">${escapeHtml(total[0])}</dt><dd class="total">${escapeHtml(total[1])}</dd></dl>`,
    `<p class="words">In words: ${escapeHtml(words)}</p>`,
    printed.hsn === null ? '' : table(printed.hsn),
    printed.registration === null ? '' : registrationOf(printed.registration),
    printed.terms === null ? '' : `<h2>Terms</h2><p class="terms">${escapeHtml(printed.terms)}</p>`,
    signatureOf(printed),
    '</article>',
  ].join('\n');
}

/** Writes the logo as a part of the page. */
function pictureOf({ content, type }: Logo): string {
  return `<img alt="" src="data:${type};base64,${content.toString('base64')}">`;
}

function party({ heading, name, lines }: PrintedParty): string {
  const texts = lines.map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<div><h2>${escapeHtml(heading)}</h2><p><b>${escapeHtml(name)}</b></p>${texts.join('')}</div>`;
}

function pairs(facts: readonly (readonly [string, string])[]): string {
  return facts
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('');
}

function table({ columns, rows, foot }: PrintedTable): string {
  const classOf = (index: number): string =>
    columns[index]!.isNumber ? ' class="number"' : columns[index]!.isWide ? ' class="wide"' : '';
  const row = (cells: string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell, index) => `<${tag}${classOf(index)}>${cell}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) =>
    row(
      cells.map(({ text, detail }) =>
        detail === undefined
          ? escapeHtml(text)
          : `${escapeHtml(text)}<small>${escapeHtml(detail)}</small>`,
      ),
      'td',
    ),
  );
  const head = row(
    columns.map(({ title }) => escapeHtml(title)),
    'th',
  );
  return `<div class="scroll"><table><thead>${head}</thead><tbody>${body.join('')}</tbody><tfoot>${row(foot.map(escapeHtml), 'td')}</tfoot></table></div>`;
}

function registrationOf({ facts, qr }: NonNullable<PrintedDocument['registration']>): string {
  return `<div class="registration">${renderSVG(qr, { ecc: 'L', border: 2 })}<dl>${pairs(facts)}</dl></div>`;
}

function signatureOf({ signature: { company, signatory } }: PrintedDocument): string {
  const name = signatory === null ? '' : `<p><b>${escapeHtml(signatory)}</b></p>`;
  return `<div class="signature"><p>For ${escapeHtml(company)}</p><br>${name}<h2>Authorized signatory</h2></div>`;
}
