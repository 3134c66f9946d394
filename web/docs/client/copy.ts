import { element } from './page.js';

const FEEDBACK_MS = 2_000;

/** Adds a button to every block of code that is meant to be copied. Browsers have a clipboard on secure pages only. */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('pre.copyable')) {
    const button = element('button', { type: 'button', textContent: 'Copy' });
    button.setAttribute('aria-live', 'polite');
    const say = (text: string): void => {
      button.textContent = text;
      setTimeout(() => (button.textContent = 'Copy'), FEEDBACK_MS);
    };
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.textContent).then(
        () => say('Copied'),
        () => say('Not allowed'),
      );
    });
    const frame = element('div', { className: 'copy' });
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
