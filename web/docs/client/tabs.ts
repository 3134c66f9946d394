import { element } from './page.js';

const CHOSEN_KEY = 'docs-language';

interface Group {
  list: HTMLElement;
  tabs: Map<string, { tab: HTMLButtonElement; panel: HTMLElement }>;
}

/** Makes tabs of adjacent samples of different languages. The chosen language is shown in all groups and on the next visit. */
export function addTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.language')]
    .filter((panel) => panel.previousElementSibling?.className !== 'language')
    .map(groupFrom);
  const choose = (language: string, focused?: Group): void => {
    localStorage.setItem(CHOSEN_KEY, language);
    for (const { tabs } of groups) {
      const shown = tabs.has(language) ? language : [...tabs.keys()][0];
      for (const [name, { tab, panel }] of tabs) {
        tab.setAttribute('aria-selected', String(name === shown));
        tab.tabIndex = name === shown ? 0 : -1;
        panel.hidden = name !== shown;
      }
    }
    focused?.tabs.get(language)?.tab.focus();
  };
  groups.forEach((group) => listen(group, choose));
  choose(localStorage.getItem(CHOSEN_KEY) ?? 'curl');
}

function groupFrom(first: HTMLElement): Group {
  const list = element('div', { className: 'tab-list' });
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const group: Group = { list, tabs: new Map() };
  first.before(list);
  let panel: Element | null = first;
  while (panel instanceof HTMLElement && panel.className === 'language') {
    const language = panel.dataset.language ?? '';
    const tab = element('button', { type: 'button', id: `tab-${panel.id}`, textContent: language });
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    list.append(tab);
    group.tabs.set(language, { tab, panel });
    panel = panel.nextElementSibling;
  }
  return group;
}

function listen(group: Group, choose: (language: string, focused: Group) => void): void {
  const languages = [...group.tabs.keys()];
  for (const [language, { tab }] of group.tabs) {
    tab.addEventListener('click', () => {
      // Keeps the tab in its place while samples above it change their height.
      const before = tab.getBoundingClientRect().top;
      choose(language, group);
      scrollBy(0, tab.getBoundingClientRect().top - before);
    });
  }
  group.list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const current = languages.findIndex(
      (language) => group.tabs.get(language)?.tab === document.activeElement,
    );
    if (step !== undefined) choose(languages.at((current + step) % languages.length) ?? '', group);
  });
}
