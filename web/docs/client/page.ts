/** Replaces an example in all code of the page. */
export function fill(name: string, value: string): void {
  for (const place of document.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = value;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), properties);
}

/** Finds the element that a selector finds. @throws Error if the page has no such element */
export function required<E extends Element>(root: ParentNode, selector: string): E {
  const found = root.querySelector<E>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** The base URL of the service, as the reader's browser reached it. */
export const BASE_URL = required<HTMLScriptElement>(
  document,
  'script[src*="/docs/site.js"]',
).src.replace(/\/docs\/site\.js.*/, '');
