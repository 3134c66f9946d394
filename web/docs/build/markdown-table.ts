/** Writes a table in Markdown; cells are Markdown in one line. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
    .join('\n');
}

function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** Writes `a`, `b` and `c`. */
export function codes(words: readonly string[], last = 'and'): string {
  const quoted = words.map((word) => `\`${word}\``);
  const end = quoted.pop() ?? '';
  return quoted.length === 0 ? end : `${quoted.join(', ')} ${last} ${end}`;
}

/** Writes a fenced block of a value as JSON. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${json(value)}\n\`\`\``;
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
