const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Reads the visible text of HTML, on one line. */
export function textOf(html: string): string {
  const markup = html.replace(/<wbr *\/?>|<\/?span[^>]*>/g, '').replace(/<[^>]*>/g, ' ');
  return unescaped(markup).replace(/\s+/g, ' ');
}

/** Reads the text of a block of code with its lines as they are. */
export function codeOf(html: string): string {
  return unescaped(html.replace(/<[^>]*>/g, ''));
}

function unescaped(markup: string): string {
  return markup
    .replace(/&#x([\da-f]+);/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)))
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Reads the rows of the tables, their cells apart. */
export function rowsIn(html: string): string[] {
  return [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    textOf(row.replace(/<\/t[hd]>/g, ' | ')).trim(),
  );
}
