import type { ShipmentState } from '../tracking/shipment-state.js';
import { TEST_SKU_PREFIX } from '../../catalog/catalog-scope.js';
import type { PricedProduct } from '../../catalog/priced-product.js';
import {
  INITIAL_STATUS,
  MOVING_POLL_SECONDS,
  nextStatus,
  STATUS_ROWS,
  type OrderEvent,
  type OrderStatus,
} from './order-lifecycle.js';

export type TestEvent = Exclude<OrderEvent, 'close' | 'refund'>;

/** What happens to a test order, and the time between placing the order and that. */
interface TestStep {
  afterSeconds: number;
  /** null: its status stays. */
  event: TestEvent | null;
  /** What the courier would tell of its shipment; null: nothing. */
  scan: ShipmentState | null;
  /** The status that it happens in. An order with another status by then has left the scenario. */
  from: OrderStatus;
  to: OrderStatus;
}

/** The status changes that a job makes to a test order, chosen by the SKU that the order holds. */
interface TestScenario {
  /** Name that is stored with products and orders. */
  name: string;
  sku: string;
  /** Hint for developers of stores, if the steps do not explain the scenario. */
  note: string;
  steps: readonly TestStep[];
}

/** Poll interval of a test order: short enough to see each status. */
export const TEST_POLL_SECONDS = 15;

/** Seconds from the request of a test order's return to each of its steps. */
export const RETURN_STEP_SECONDS = { decide: 30, receive: 60, settle: 90 } as const;

/** What the courier of a test order tells when its failed delivery is answered, and the seconds from then to the next step. */
export const TEST_ANSWER = {
  event: { code: 'TEST-ANSWER', state: 'at_destination' },
  pauseSeconds: 30,
} as const;

/** The steps of a test order's return in words. */
export const TEST_RETURNS_IN_WORDS =
  `Test orders: a return of a \`delivered\` order is accepted after ${RETURN_STEP_SECONDS.decide} s, received after ` +
  `${RETURN_STEP_SECONDS.receive} s, and settled after ${RETURN_STEP_SECONDS.settle} s with a refund of all that was paid; that of a \`shipped\` order is ` +
  `declined after ${RETURN_STEP_SECONDS.decide} s.`;

/** The scenario of a product that is out of stock when an order is placed. */
const OUT_OF_STOCK = 'out_of_stock';

/** Every scenario. The migrations that created their products have the same names and SKUs. */
export const TEST_SCENARIOS: readonly TestScenario[] = [
  scenario(
    OUT_OF_STOCK,
    'OUT-OF-STOCK',
    [],
    'Lists and stock say 25, but an order or a quote is refused: 422 `insufficient_stock`, 0 available.',
  ),
  scenario('shipped', 'SHIPPED', [
    [30, 'pay'],
    [60, 'shipRest'],
  ]),
  scenario(
    'delivered',
    'DELIVERED',
    [
      [30, 'pay'],
      [60, 'shipRest'],
      [90, 'deliver'],
    ],
    'It has variations: `M` and `L`.',
  ),
  scenario(
    'partial',
    'PARTIAL',
    [
      [30, 'pay'],
      [60, 'shipPart'],
      [120, 'shipRest'],
    ],
    'The first shipment has one unit: an order of one unit is `shipped` with it.',
  ),
  scenario('returned', 'RETURNED', [
    [30, 'pay'],
    [60, 'shipRest'],
    [90, 'return'],
  ]),
  scenario(
    'refunded',
    'REFUNDED',
    [
      [30, 'pay'],
      [60, 'cancel'],
    ],
    'What was paid is `refunded`.',
  ),
  scenario('expired', 'EXPIRED', [[60, 'expire']]),
  scenario(
    'failed_delivery',
    'FAILED-DELIVERY',
    [
      [30, 'pay'],
      [60, 'shipRest', 'handed_over'],
      [80, null, 'out_for_delivery'],
      [100, null, 'failed_attempt'],
      [130, null, 'out_for_delivery'],
      [160, 'deliver', 'delivered'],
    ],
    `If its failure is answered, it goes on ${TEST_ANSWER.pauseSeconds} s after the answer.`,
  ),
  scenario(
    'undelivered',
    'UNDELIVERED',
    [
      [30, 'pay'],
      [60, 'shipRest', 'handed_over'],
      [80, null, 'failed_attempt'],
      [100, null, 'returning'],
      [120, null, 'returned'],
      [150, 'return'],
    ],
    `The return is settled ${RETURN_STEP_SECONDS.settle} s later.`,
  ),
];

const BY_SKU = new Map(TEST_SCENARIOS.map((scenario) => [scenario.sku, scenario]));

/** Finds the scenario of an order: that of its first line whose product has one. */
export function scenarioOf(lines: readonly { sku: string }[]): string | null {
  for (const { sku } of lines) {
    const found = BY_SKU.get(sku);
    if (found !== undefined) return found.name;
  }
  return null;
}

/** Shows a product as test orders see it: without stock in the out-of-stock scenario. */
export function inTestMode(product: PricedProduct): PricedProduct {
  return BY_SKU.get(product.sku)?.name === OUT_OF_STOCK
    ? { ...product, stockQty: 0, variationStocks: {} }
    : product;
}

/** Describes the steps of a scenario in words: `pending` after 30 s, … */
export function lifeInWords({ steps, note }: TestScenario): string {
  const life = steps
    .map(({ event, scan, to, afterSeconds }, index) => {
      const what = event === null ? `shipment \`${scan}\`` : `\`${to}\``;
      return `${what} ${index === 0 ? 'after ' : ''}${afterSeconds} s`;
    })
    .join(', ');
  return [life && `${life}.`, note].filter(Boolean).join(' ');
}

/** The scenarios for the document of the Store API. */
export const TEST_SCENARIOS_IN_MARKDOWN = [
  'Orders placed with a test token are not charged or shipped and reserve no stock. An order that holds one ' +
    'of these SKUs, which only test tokens see, moves through the order lifecycle automatically; any other ' +
    'stays `' +
    INITIAL_STATUS +
    '` until it expires.',
  '',
  '| SKU | what happens |',
  '| --- | --- |',
  ...TEST_SCENARIOS.map((scenario) => `| \`${scenario.sku}\` | ${lifeInWords(scenario)} |`),
].join('\n');

/** @throws Error for steps that no order can take */
function scenario(
  name: string,
  sku: string,
  life: readonly (readonly [afterSeconds: number, event: TestEvent | null, scan?: ShipmentState])[],
  note = '',
): TestScenario {
  let from: OrderStatus = INITIAL_STATUS;
  const steps = life.map(([afterSeconds, event, scan = null]): TestStep => {
    const to = event === null ? from : nextStatus(from, event);
    if (to === null)
      throw new Error(`invalid test scenario ${name}: an order that is ${from} cannot ${event}`);
    const step = { afterSeconds, event, scan, from, to };
    from = to;
    return step;
  });
  return { name, sku: `${TEST_SKU_PREFIX}${sku}`, note, steps };
}

/** What is still to come of an order. */
interface Prospects {
  status: OrderStatus;
  /** Its scenario as a test order has further steps. */
  hasScenario: boolean;
  isTest: boolean;
  /** It has a return that was requested, accepted or received, and not settled. */
  hasOpenReturn: boolean;
}

/** Picks the poll interval of an order. A test order with further steps is polled often. */
export function pollSecondsOf(order: Prospects): number {
  const { status, hasScenario, isTest, hasOpenReturn } = order;
  if (hasScenario || (isTest && hasOpenReturn)) return TEST_POLL_SECONDS;
  return hasOpenReturn ? MOVING_POLL_SECONDS : STATUS_ROWS[status].pollSeconds;
}
