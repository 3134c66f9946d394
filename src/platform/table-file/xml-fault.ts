/** Maximum characters of a tag, a comment or an instruction. */
const TAG_LENGTH = 16 * 1024;
/** Maximum of elements inside each other. */
const DEPTH = 100;
/** A character that is written with several others: `&amp;`, or `_x000D_` of spreadsheets. */
const ESCAPED = /&#?\w{1,10};|_x[\dA-F]{4}_/gi;
const CDATA = '<![CDATA[';
/** Marks at the beginning and the end of sections that are not tags. */
const SECTIONS = [
  ['<!--', '-->'],
  [CDATA, ']]>'],
  ['<?', '?>'],
] as const;
const [GREATER, DOUBLE_QUOTE, QUOTE] = ['>', '"', "'"].map((sign) => sign.charCodeAt(0));

/**
 * Finds an XML fault that would take a parser long and that no spreadsheet program writes, or null. Reads each character once.
 * - other malformed files are left to the parser
 */
export function xmlFault(xml: string, textLength: number): string | null {
  let depth = 0;
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at);
    const tagAt = next < 0 ? xml.length : next;
    const fault = textFault(xml.slice(at, tagAt), depth, textLength);
    if (fault !== null || next < 0) return fault;
    const isText = xml.startsWith(CDATA, tagAt);
    const end = endOf(xml, tagAt, isText ? textLength : TAG_LENGTH);
    if (end === null) return isText ? longText(textLength) : LONG_TAG;
    if (isText && depth === 0) return TEXT_OUTSIDE;
    depth += stepOf(xml, tagAt, end);
    if (depth > DEPTH) return `more than ${DEPTH} elements inside each other`;
    if (depth < 0) return null;
    at = end;
  }
  return null;
}

const LONG_TAG = `a tag of more than ${TAG_LENGTH} characters`;
const TEXT_OUTSIDE = 'text outside of its elements';

function longText(length: number): string {
  return `a text of more than ${length} characters`;
}

function textFault(text: string, depth: number, lengthMax: number): string | null {
  if (depth === 0) return text.trim() === '' ? null : TEXT_OUTSIDE;
  const isLong = text.length > lengthMax && text.replace(ESCAPED, ' ').length > lengthMax;
  return isLong ? longText(lengthMax) : null;
}

/** Finds the end of the tag or section that begins at a position; null: it is not within the length. */
function endOf(xml: string, start: number, length: number): number | null {
  const section = SECTIONS.find(([mark]) => xml.startsWith(mark, start));
  if (section !== undefined) {
    const [mark, end] = section;
    const at = xml.slice(start, start + mark.length + length).indexOf(end, mark.length);
    return at < 0 ? null : start + at + end.length;
  }
  const limit = Math.min(xml.length, start + length);
  let quote: number | null = null;
  for (let at = start + 1; at < limit; at += 1) {
    const sign = xml.charCodeAt(at);
    if (quote !== null) quote = sign === quote ? null : quote;
    else if (sign === GREATER) return at + 1;
    else if (sign === DOUBLE_QUOTE || sign === QUOTE) quote = sign;
  }
  return null;
}

/** Returns by how much a tag changes the number of open elements. */
function stepOf(xml: string, start: number, end: number): number {
  const second = xml[start + 1];
  if (second === '/') return -1;
  return second === '!' || second === '?' || xml[end - 2] === '/' ? 0 : 1;
}
