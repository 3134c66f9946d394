import { element } from './page.js';

const FEEDBACK_MS = 2_000;

/**
 * Adds a button to every block of code that is meant to be copied, and one that copies the page as Markdown. Browsers have a clipboard on
 * secure pages only.
 */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('pre.copyable')) {
    const frame = element('div', { className: 'copy' });
    block.replaceWith(frame);
    frame.append(
      block,
      copyButton('Copy', () => Promise.resolve(block.textContent)),
    );
  }
  const link = document.querySelector<HTMLAnchorElement>('.page-actions a');
  link?.before(copyButton('Copy page as Markdown', async () => (await fetch(link.href)).text()));
}

function copyButton(name: string, read: () => Promise<string>): HTMLButtonElement {
  const button = element('button', { type: 'button', textContent: name });
  button.setAttribute('aria-live', 'polite');
  const say = (text: string): void => {
    button.textContent = text;
    setTimeout(() => (button.textContent = name), FEEDBACK_MS);
  };
  button.addEventListener('click', () => {
    read()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => say('Copied'),
        () => say('Not copied'),
      );
  });
  return button;
}
