import { useEffect } from 'react';

/**
 * The button that was pressed last. It opened a dialog that finds the focus nowhere:
 * - Safari focuses no pressed button
 * - a button that is disabled while its dialog loads loses the focus
 */
let pressed: Element | null = null;
document.addEventListener(
  'click',
  ({ target }) => {
    pressed = target instanceof Element ? target.closest('button, a') : null;
  },
  true,
);

/**
 * Gives the focus back when a dialog ends. Mantine's own way forgets what opened a dialog that is mounted open.
 * - to what opened it, or, where an item of a menu did, to the button of the menu
 * - if that is gone, to the dialog below, or the heading of the page
 */
export function useFocusBack(opened: boolean): void {
  // After the commit, in which React restores the focus itself. Of two dialogs, the one that ends comes first.
  useEffect(() => {
    if (!opened) return undefined;
    const { activeElement, body } = document;
    const opener = activeElement === body ? pressed : activeElement;
    const menu = opener?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
    const buttonOfMenu = document.getElementById(menu);
    const below = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    return () => giveBackTo([opener, buttonOfMenu, below]);
  }, [opened]);
}

/** Gives the focus back as {@link useFocusBack}, once the panel or menu that it is in ends. */
export function FocusBack(): null {
  useFocusBack(true);
  return null;
}

function giveBackTo(places: readonly (Element | null | undefined)[]): void {
  const place = places.find(
    (one) => one instanceof HTMLElement && one.checkVisibility() && !one.matches(':disabled'),
  );
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  focusHeadingIfNowhere();
  // What opened the dialog may go once the page shows what was saved.
  const observer = new MutationObserver(focusHeadingIfNowhere);
  const watched = { childList: true, subtree: true, attributeFilter: ['disabled'] };
  observer.observe(document.body, watched);
  const stop = (): void => observer.disconnect();
  // After the event that ended the dialog.
  setTimeout(() => {
    for (const event of ['keydown', 'click']) {
      document.addEventListener(event, stop, { capture: true, once: true });
    }
  });
}

function focusHeadingIfNowhere(): void {
  const heading = document.querySelector('h1');
  if (document.activeElement !== document.body || heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
