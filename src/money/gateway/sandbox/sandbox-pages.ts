import { COLORS, colorDeclarations, TEXT_FONT } from '../../../platform/design-tokens.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { GatewayOrder } from '../payment-gateway.js';
import { METHODS, SCENARIOS, type SandboxAttempt } from './sandbox.service.js';

/** Makes the page on which a person chooses a method and an outcome. */
export function payPage(order: GatewayOrder): string {
  return page(
    'Sandbox payment',
    `<p class="amount">${escaped(amountOf(order))}</p>
    <p>This is the sandbox: no money moves. Choose what happens.</p>
    <form method="post">
      <fieldset><legend>Pay with</legend>${radios('method', METHODS)}</fieldset>
      <fieldset><legend>What happens</legend>${radios('scenario', SCENARIOS)}</fieldset>
      <button class="primary">Pay ${escaped(amountOf(order))}</button>
    </form>
    <button type="button" data-dismiss>Back to the shop</button>`,
  );
}

const RESULTS: Record<SandboxAttempt['result'], { title: string; text: string }> = {
  paid: { title: 'Payment done', text: 'One moment, you are taken back.' },
  failed: { title: 'Payment failed', text: 'No money moved. You can try again.' },
  unknown: {
    title: 'Payment under way',
    text: 'You can close this page. The payment may still arrive.',
  },
};

/** Makes the page about the end of an attempt. Its script passes the signed fields to the page that opened the checkout. */
export function attemptPage(order: GatewayOrder, { result, given }: SandboxAttempt): string {
  const { title, text } = RESULTS[result];
  const again = `<a class="primary" href="/sandbox/pay/${escaped(order.id)}">Try again</a>`;
  return page(
    title,
    `<p class="amount">${escaped(amountOf(order))}</p>
    <p role="status">${text}</p>
    ${result === 'failed' ? again : ''}
    <button type="button" data-dismiss>Back to the shop</button>`,
    { result, ...(given !== null && { given: JSON.stringify(given) }) },
  );
}

export const SANDBOX_FILES: Readonly<Record<string, { type: string; text: string }>> = {
  'checkout.js': { type: 'text/javascript', text: checkoutScript() },
  'pay.js': { type: 'text/javascript', text: payScript() },
  'pay.css': { type: 'text/css', text: styles() },
};

export function page(title: string, content: string, data: Record<string, string> = {}): string {
  const attributes = Object.entries(data).map(
    ([name, value]) => ` data-${name}="${escaped(value)}"`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Sandbox</title>
    <link rel="stylesheet" href="/sandbox/pay.css" />
    <script src="/sandbox/pay.js" defer></script>
  </head>
  <body${attributes.join('')}>
    <main>
    <h1>${title}</h1>
    ${content}
    </main>
  </body>
</html>
`;
}

function radios(name: string, options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([value, label], index) => {
      const checked = index === 0 ? ' checked' : '';
      return `<label><input type="radio" name="${name}" value="${value}"${checked} /> ${label}</label>`;
    })
    .join('');
}

/** Writes an amount with its currency, such as `₹1,180.00`. */
export function amountOf({
  amountMinor,
  currency,
}: Pick<GatewayOrder, 'amountMinor' | 'currency'>): string {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  return format.format(toMajorUnits(amountMinor));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Makes the script that opens the pay page in a frame above the page that loads it. */
function checkoutScript(): string {
  return `'use strict';
window.openSandboxCheckout = ({ orderId, onReturn, onDismiss }) => {
  const frame = document.createElement('iframe');
  frame.src = '/sandbox/pay/' + encodeURIComponent(orderId);
  frame.title = 'Sandbox payment';
  Object.assign(frame.style, {
    position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '10000',
  });
  const listen = ({ origin, source, data }) => {
    if (origin !== location.origin || source !== frame.contentWindow) return;
    window.removeEventListener('message', listen);
    frame.remove();
    if (data.given) onReturn(data.given);
    else onDismiss();
  };
  window.addEventListener('message', listen);
  document.body.append(frame);
  frame.focus();
};
`;
}

function payScript(): string {
  return `'use strict';
const { given } = document.body.dataset;
const isFramed = window.parent !== window;
const leave = (message) => {
  if (isFramed) window.parent.postMessage(message, location.origin);
  else location.assign('/dashboard');
};
if (given && isFramed) leave({ given: JSON.parse(given) });
for (const button of document.querySelectorAll('[data-dismiss]')) {
  button.addEventListener('click', () => leave({ given: null }));
}
`;
}

/** Makes the styles of the sandbox's pages. */
export function styles(): string {
  return `:root { color-scheme: light dark; ${colorDeclarations(COLORS.light)} }
@media (prefers-color-scheme: dark) { :root { ${colorDeclarations(COLORS.dark)} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 ${TEXT_FONT}; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.375rem; margin: 0 0 .5rem; }
.amount { font-size: 1.75rem; font-weight: 600; margin: 0 0 .5rem; font-variant-numeric: tabular-nums; }
fieldset { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); margin: 0 0 1rem; padding: .5rem 1rem; }
legend { font-weight: 600; padding: 0 .25rem; }
label { display: flex; gap: .75rem; align-items: center; min-height: 44px; }
input[type=radio] { width: 20px; height: 20px; accent-color: var(--accent); flex: none; }
[name=amount] { flex: 1; min-width: 0; min-height: 44px; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); color: var(--text); font: inherit; }
p { overflow-wrap: anywhere; }
button, .primary { display: block; width: 100%; min-height: 44px; padding: .6rem 1rem; margin: 0 0 .75rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--ground); color: var(--text); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
}
