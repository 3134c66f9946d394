import type MiniSearch from 'minisearch';
import { BASE_URL, element, required } from './page.js';
import { SEARCH_OPTIONS, type Place } from './search-options.js';

const RESULTS_MAX = 12;
/** For words that nothing begins with. */
const FUZZY = { fuzzy: 0.25 };
const ERRORS_PAGE = '/docs/errors#';
/** Lists guides and operations before error codes. */
const GUIDES_FIRST = {
  boostDocument: (path: string): number => (path.startsWith(ERRORS_PAGE) ? 0.1 : 1),
};

let index: Promise<MiniSearch> | undefined;

async function loadIndex(file: string): Promise<MiniSearch> {
  const [{ default: Index }, response] = await Promise.all([
    import('minisearch'),
    fetch(`${BASE_URL}${file}`),
  ]);
  return Index.loadJSON(await response.text(), SEARCH_OPTIONS);
}

/** Shows the search over all pages of an API, which loads its index when it is first used. */
export function addSearch(search: HTMLElement): void {
  const input = required<HTMLInputElement>(search, 'input');
  const found = required<HTMLElement>(search, '.found');
  const status = required(found, '[role=status]');
  const list = required(found, 'ul');
  const file = search.dataset.index ?? '';
  const links = (): HTMLAnchorElement[] => [...list.querySelectorAll('a')];

  const show = async (): Promise<void> => {
    const query = input.value.trim();
    index ??= loadIndex(file);
    const loaded = await index;
    // Another query was typed meanwhile.
    if (query !== input.value.trim()) return;
    const order = query.includes('_') ? {} : GUIDES_FIRST;
    const exact = loaded.search(query, order);
    const places = exact.length > 0 ? exact : loaded.search(query, { ...order, ...FUZZY });
    status.textContent = `${places.length} ${places.length === 1 ? 'place' : 'places'}`;
    list.replaceChildren(
      ...places.slice(0, RESULTS_MAX).map((place) => itemOf(place as unknown as Place)),
    );
    found.hidden = query === '';
  };
  const close = (): void => {
    found.hidden = true;
  };

  search.hidden = false;
  input.addEventListener('focus', () => void (index ??= loadIndex(file)), { once: true });
  input.addEventListener('input', () => void show());
  list.addEventListener('click', close);
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!search.contains(relatedTarget as Node | null)) close();
  });
  search.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'Escape') {
      close();
      input.focus();
    }
    if (key === 'Enter' && event.target === input) links()[0]?.click();
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined || found.hidden) return;
    event.preventDefault();
    const stops = [input, ...links()];
    const current = stops.indexOf(document.activeElement as HTMLInputElement);
    stops.at((current + step) % stops.length)?.focus();
  });
  addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    const isCommand = event.ctrlKey || event.metaKey;
    const isAsked = isCommand
      ? event.key.toLowerCase() === 'k'
      : event.key === '/' && !isTyping && !event.altKey;
    if (!isAsked) return;
    event.preventDefault();
    input.select();
  });
}

function itemOf({ path, title, page }: Place): HTMLLIElement {
  const item = element('li', {});
  const link = element('a', { href: `${BASE_URL}${path}`, textContent: title });
  link.append(' ', element('small', { textContent: page }));
  item.append(link);
  return item;
}
