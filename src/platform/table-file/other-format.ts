const SAVE_AGAIN =
  'Open it in a spreadsheet program and save it as “Excel Workbook (.xlsx)” or CSV.';
const ASK = 'Ask for an Excel or CSV file.';

/** Formats of texts that are no tables, each with its first characters, its name, and what to do. The first one counts. */
const FORMATS: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*%PDF-/, 'a PDF', ASK],
  [/^\s*(?:\{1:F01|:20:)[^]*?^:(?:25|28C?|60[FM]):/m, 'an MT940 statement', ASK],
  [/^\s*(?:OFXHEADER:|<OFX>|<\?xml[^]*?(?:<\?OFX\b|<OFX>))/i, 'an OFX statement', ASK],
  [/^\s*!Type:/i, 'a QIF statement', ASK],
  [/^\s*<[^]*?\bcamt\.05\d\b/i, 'a CAMT statement', ASK],
  [
    /^\s*<\?xml[^]*?(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/i,
    'an XML Spreadsheet 2003',
    SAVE_AGAIN,
  ],
  [/^\s*(?:<\?xml[^]*?)?<(?:!doctype\s+html|html|table)\b/i, 'a web page', SAVE_AGAIN],
  [/^\s*<(?:\?xml|!doctype)\b/i, 'an XML file', ASK],
];

/** Characters at the beginning that name the format. */
const HEAD_LENGTH = 4_096;

/** Says what a text is that is no table, and what to do; null: it may be a table. */
export function otherFormat(text: string): string | null {
  const head = text.slice(0, HEAD_LENGTH);
  const [, name, remedy] = FORMATS.find(([signs]) => signs.test(head)) ?? [];
  return name === undefined ? null : `This is ${name}, regardless of its name. ${remedy}`;
}
