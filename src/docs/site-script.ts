/** What the pages do in a browser; they can be read without it. */
export const SITE_SCRIPT = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColorScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followColorScheme();
dark.addEventListener('change', followColorScheme);

for (const place of document.querySelectorAll('[data-base-address]')) {
  place.textContent = location.href.replace(/\\/docs.*$/, '');
}

// Browsers have a clipboard on secure pages only.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll('pre.copyable')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    const say = (text) => {
      button.textContent = text;
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    };
    button.addEventListener('click', () =>
      navigator.clipboard.writeText(block.textContent).then(
        () => say('Copied'),
        () => say('Not allowed'),
      ),
    );
    const frame = document.createElement('div');
    frame.className = 'copy';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
`;
