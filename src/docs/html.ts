/** HTML that stands in a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: texts are escaped, lists are joined. */
export type Part = Html | string | number | readonly Part[];

/** A template of HTML. Text values are escaped, so they can't become markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
