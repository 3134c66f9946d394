import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';

export type SupplierCell = string | number;

/** Writes a CSV file as a spreadsheet program does, without an encoding yet. */
export function csvText(rows: readonly (readonly SupplierCell[])[], separator: string): string {
  const cell = (value: SupplierCell): string => {
    const text = String(value);
    return /["\r\n]/.test(text) || text.includes(separator)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return rows.map((cells) => cells.map(cell).join(separator)).join('\r\n');
}

/** Encodes a text in Windows-1252. Of the characters above ASCII, it supports only those of Latin-1. */
export function windows1252(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Encodes a text in UTF-16 with a byte order mark, in little or big endian. */
export function utf16(text: string, endian: 'le' | 'be' = 'le'): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return endian === 'le' ? bytes : bytes.swap16();
}

/** Writes an Excel workbook with one sheet. Texts are stored as texts and numbers as numbers. */
export function workbook(rows: readonly (readonly SupplierCell[])[], sheet = 'Prices'): Buffer {
  const files = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships('worksheet', 'worksheets/sheet1.xml'),
    [SHEET]: `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
  };
  const packed = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(packed)));
}

/** Makes a workbook with another text as its sheet, and more files in its archive. */
export function withSheet(file: Buffer, change: (sheet: string) => string, more: Zippable = {}) {
  const files = unzipSync(file);
  const sheet = strToU8(change(Buffer.from(files[SHEET]!).toString()));
  return Buffer.from(zipSync({ ...files, [SHEET]: sheet, ...more }, { level: 1 }));
}

const SHEET = 'xl/worksheets/sheet1.xml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`;

function relationships(type: string, target: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`;
}

function rowXml(cells: readonly SupplierCell[], index: number): string {
  const row = index + 1;
  const filled = cells.flatMap((cell, at) =>
    cell === '' ? [] : [cellXml(cell, `${letter(at)}${row}`)],
  );
  return filled.length === 0 ? '' : `<row r="${row}">${filled.join('')}</row>`;
}

function cellXml(cell: SupplierCell, at: string): string {
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Makes the letter of one of the first 26 columns. */
function letter(position: number): string {
  return String.fromCharCode(65 + position);
}
