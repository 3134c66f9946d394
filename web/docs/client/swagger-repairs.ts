interface SwaggerSystem {
  React: { createElement: (name: string, properties: null, text: string) => unknown };
}

type Repair = (element: HTMLElement) => void;

const nameOf = (element: HTMLElement): string => {
  const row = element.closest<HTMLElement>('[data-param-name], [data-code]');
  if (row === null) return '';
  return row.dataset.paramName ?? `of answer ${row.dataset.code}`;
};
const operationOf = (element: HTMLElement): string =>
  element.closest('.opblock')?.querySelector<HTMLElement>('.opblock-summary-path')?.dataset.path ??
  '';
const label =
  (textOf: (element: HTMLElement) => string): Repair =>
  (element) =>
    element.setAttribute('aria-label', textOf(element).trim());
const region = (name: string): Repair => {
  return (element) => {
    element.setAttribute('role', 'region');
    element.setAttribute('aria-label', name);
  };
};

const REPAIRS: Record<string, Repair> = {
  '#servers': label(() => 'Server'),
  'select.examples-select-element': label((element) => `Example ${nameOf(element)}`),
  'select:not(#servers, .examples-select-element)': label(
    (element) => element.getAttribute('aria-label') ?? (nameOf(element) || 'Choice'),
  ),
  textarea: label((element) => nameOf(element) || 'Body'),
  'table.responses-table': label((element) => `Responses of ${operationOf(element)}`),
  '.live-responses-table': label((element) => `Answer of ${operationOf(element)}`),
  '.information-container': region('About this API'),
  '.scheme-container': region('Server and credentials'),
  '.close-modal': label(() => 'Close'),
  // Their names must be their visible text.
  '.auth-btn-wrapper [aria-label]': (element) => element.removeAttribute('aria-label'),
  // They begin at the third level, below a heading of the first.
  ':is(#operations, .modal-ux) :is(h3, h4, h5, h6)': (element) => {
    element.setAttribute('aria-level', String(Math.min(Number(element.tagName[1]) - 1, 4)));
  },
  'pre.microlight, .highlight-code pre': (element) => element.setAttribute('tabindex', '0'),
};

/** Adds the labels, levels and tab stops that Swagger UI leaves out; a plugin of Swagger UI. */
export function swaggerRepairs({ React }: SwaggerSystem): object {
  const repair = (): void => {
    for (const [selector, apply] of Object.entries(REPAIRS)) {
      document.querySelectorAll<HTMLElement>(`#swagger-ui ${selector}`).forEach(apply);
    }
  };
  const root = document.getElementById('swagger-ui');
  if (root !== null) new MutationObserver(repair).observe(root, { childList: true, subtree: true });
  return {
    // The keyboard cannot reach a link within the button that opens an operation.
    components: {
      DeepLink: ({ text }: { text: string }) => React.createElement('span', null, text),
    },
  };
}
