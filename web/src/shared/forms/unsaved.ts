import { useBlocker } from '@tanstack/react-router';

/** Forms with input that was not sent. */
const forms = new Set<HTMLFormElement>();

/** Forms without input to lose: searches and filters, and the sign-in. */
const WITHOUT_INPUT = 'search, [data-no-draft]';

/** Notices the input into every form of the page. */
export function watchForms(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (form !== null && form.closest(WITHOUT_INPUT) === null) forms.add(form);
  });
}

/** Takes what was typed as sent. */
export function forgetInput(): void {
  forms.clear();
}

/** Returns true if a form of the page has input that was not sent. */
function hasInput(): boolean {
  for (const form of forms) if (!form.isConnected) forms.delete(form);
  return forms.size > 0;
}

/** Asks a person who leaves a page by a link or the browser before input is lost. */
export function useLeaveQuestion(): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isLeft = current.pathname !== next.pathname;
      if (!isLeft || !hasInput()) return false;
      const isSure = window.confirm('Leave this page? What you typed was not saved.');
      if (isSure) forgetInput();
      return !isSure;
    },
    enableBeforeUnload: hasInput,
  });
}
