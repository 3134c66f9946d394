/** HTML that stands in a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: texts are escaped, lists are joined. */
export type Part = Html | string | number | readonly Part[];

/** Returns a template of HTML. Text values are escaped, so they can't become markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(escaped)));
}

function escaped(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(escaped).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the text of a part of a page without its markup, for searching. */
export function textOf({ text }: Html): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');
}
