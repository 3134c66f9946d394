import { escaped, styles } from '../../money/gateway/sandbox/sandbox-pages.js';
import { toCourierEvent } from './sandbox-codes.js';
import { movedBy, SANDBOX_BUTTONS, type SandboxButton } from './sandbox-moves.js';
import type { SandboxShipment } from './sandbox-shipment.entity.js';

/** Makes the page of what the sandbox courier carries. */
export function shipmentsPage(shipments: readonly SandboxShipment[]): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sandbox courier</title>
    <link rel="stylesheet" href="/sandbox/courier/page.css" />
  </head>
  <body>
    <main>
    <h1>Sandbox courier</h1>
    <p>It carries nothing. The last digit of the PIN code chooses what happens on its own: 1 fails once, 2 comes back, 3 is lost,
    4 is refused, 5 is answered late, 6 has no money, 7 tells nothing, 8 tells everything three times, 9 has two ends.</p>
    ${shipments.length === 0 ? '<p>Nothing was booked yet.</p>' : shipments.map(itemOf).join('')}
    </main>
  </body>
</html>
`;
}

/** Makes the styles of the page. */
export function sandboxStyles(): string {
  return `${styles()}
ol { margin: 0 0 .75rem; padding-left: 1.5rem; }
h2 { font-size: 1.125rem; margin: 0 0 .25rem; }
.shipment { border-top: 1px solid var(--line); padding-top: 1rem; }
`;
}

function itemOf(shipment: SandboxShipment): string {
  const { awb, orderNumber, pincode, isCanceled, events } = shipment;
  const buttons = (Object.keys(SANDBOX_BUTTONS) as SandboxButton[])
    .filter((button) => movedBy(shipment, button) !== null)
    .map((button) => `<button name="action" value="${button}">${SANDBOX_BUTTONS[button]}</button>`);
  const scans = events.map((event) => {
    const { words } = toCourierEvent(event);
    return `<li>${escaped(words)}, ${event.at.slice(0, 19).replace('T', ' ')} UTC</li>`;
  });
  return `<form method="post" class="shipment" aria-label="${escaped(awb)}">
      <h2>${escaped(awb)}</h2>
      <p>${escaped(orderNumber)}, PIN code ${escaped(pincode)}${isCanceled ? ', canceled' : ''}</p>
      <ol>${scans.join('')}</ol>
      <input type="hidden" name="awb" value="${escaped(awb)}" />
      ${buttons.join('')}
    </form>`;
}
