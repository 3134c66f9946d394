import 'virtual:tokens.css';
import '../styles/site.css';
import '../styles/article.css';
import '../styles/code.css';
import { addCopyButtons } from './copy.js';
import { BASE_URL, fill } from './page.js';
import { addSearch } from './search.js';
import { addTabs } from './tabs.js';

// Swagger UI has a dark look below this class.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColorScheme = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
followColorScheme();
dark.addEventListener('change', followColorScheme);

// Wide screens show menu and contents; small ones show the title first.
const unfoldWith = (width: string, name: string): void => {
  const wide = matchMedia(`(min-width: ${width})`);
  const unfold = (): void => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>(`details.${name}`)) {
      details.open = wide.matches;
    }
  };
  unfold();
  wide.addEventListener('change', unfold);
};
unfoldWith('48rem', 'menu');
unfoldWith('60rem', 'contents');

fill('base-url', BASE_URL);
addTabs();
addCopyButtons();
const search = document.querySelector('search');
if (search !== null) addSearch(search);
// The heights above changed since the browser went to the address's place.
document.getElementById(location.hash.slice(1))?.scrollIntoView();
