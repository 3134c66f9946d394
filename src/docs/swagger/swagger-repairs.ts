/** A plugin of Swagger UI, `swaggerRepairs`, that makes up for what it leaves out for people who do not see the page. */
export const SWAGGER_REPAIRS = `'use strict';
const swaggerRepairs = ({ React }) => {
  const nameOf = (element) => {
    const row = element.closest('[data-param-name], [data-code]');
    return row?.dataset.paramName ?? (row === null ? '' : 'of answer ' + row.dataset.code);
  };
  const operationOf = (element) =>
    element.closest('.opblock')?.querySelector('.opblock-summary-path')?.dataset.path ?? '';
  const label = (text) => (element) => element.setAttribute('aria-label', text(element).trim());
  const repairs = {
    '#servers': label(() => 'Server'),
    'select.examples-select-element': label((element) => 'Example ' + nameOf(element)),
    'select:not(#servers, .examples-select-element)': label(
      (element) => element.getAttribute('aria-label') || nameOf(element) || 'Choice',
    ),
    'textarea': label((element) => nameOf(element) || 'Body'),
    'table.responses-table': label((element) => 'Responses of ' + operationOf(element)),
    '.live-responses-table': label((element) => 'Answer of ' + operationOf(element)),
    '.information-container': (element) => {
      element.setAttribute('role', 'region');
      element.setAttribute('aria-label', 'About this API');
    },
    '.scheme-container': (element) => {
      element.setAttribute('role', 'region');
      element.setAttribute('aria-label', 'Server and credentials');
    },
    '.close-modal': label(() => 'Close'),
    // Their names are to be the words that are seen.
    '.auth-btn-wrapper [aria-label]': (element) => element.removeAttribute('aria-label'),
    // They begin at the third level, below a heading of the first.
    ':is(#operations, .modal-ux) :is(h3, h4, h5, h6)': (element) => {
      element.setAttribute('aria-level', String(Math.min(Number(element.tagName[1]) - 1, 4)));
    },
    'pre.microlight, .highlight-code pre': (element) => element.setAttribute('tabindex', '0'),
  };
  const repair = () => {
    for (const [selector, apply] of Object.entries(repairs)) {
      for (const element of document.querySelectorAll('#swagger-ui ' + selector)) apply(element);
    }
  };
  new MutationObserver(repair).observe(document.getElementById('swagger-ui'), {
    childList: true,
    subtree: true,
  });
  return {
    // A link within the button that opens an operation can not be reached by the keyboard.
    components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
  };
};
`;
