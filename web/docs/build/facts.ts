import { WAIT_SECONDS_MAX } from '../../../src/auth/waiting/wait-seconds.js';
import { CHANGELOG } from '../../../src/start/docs/changelog.js';
import { documentedErrors } from '../../../src/start/docs/documented-errors.js';
import {
  CHANGES_POLL_SECONDS,
  STOCK_POLL_SECONDS,
} from '../../../src/catalog/listing/poll-seconds.js';
import { matchVariation, type Variation } from '../../../src/catalog/variations/variations.js';
import {
  OPEN_POLL_SECONDS,
  ORDER_STATUSES,
  STATUS_ROWS,
  type OrderStatus,
} from '../../../src/orders/lifecycle/order-lifecycle.js';
import { shortageError } from '../../../src/orders/placing/request/order-request.js';
import {
  lifeInWords,
  TEST_POLL_SECONDS,
  TEST_RETURNS_IN_WORDS,
  TEST_SCENARIOS,
} from '../../../src/orders/lifecycle/test-scenarios.js';
import { LIMITS } from '../../../src/platform/config/limits.js';
import { AppError, errorBody, EXAMPLE_REQUEST_ID } from '../../../src/platform/http/errors.js';
import { REFUSALS_PER_WINDOW } from '../../../src/platform/http/limits/rate-limits.js';
import { MODE_HEADER } from '../../../src/platform/http/mode-header.js';
import { POLL_INTERVAL } from '../../../src/platform/http/representation/representation.js';
import { grouped, type Contract } from './contract.js';
import { FIELD_CODES } from './error-guide.js';
import { errorSections } from './errors-page.js';
import { codes, json, table } from './markdown-table.js';
import {
  finalStatuses,
  paymentStatuses,
  returnStatusTable,
  shipmentStateTable,
  statusTable,
  transitionTable,
} from './order-life.js';
import { errorLinks, errorTable, escaped, operationSections, sentences } from './reference.js';
import { samples } from './samples.js';

/** Markdown by the name of the placeholder that it replaces, such as `{{error_table}}`. */
export type Facts = Readonly<Record<string, string>>;

/** Collects the values of the placeholders that the code and the OpenAPI document of the Store API decide. */
export function factsOf(contract: Contract): Facts {
  const errors = documentedErrors(contract.document);
  const commonErrors = errors.filter(({ operations }) =>
    [0, contract.operations.length].includes(operations.length),
  );
  return {
    operation_count: String(contract.operations.length),
    ...exampleFacts(contract),
    ...lifecycleFacts(),
    ...pollingFacts(contract),
    ...limitFacts(contract),
    ...variationFacts(),
    changelog: CHANGELOG.map(
      ({ version, date, changes }) =>
        `## ${version} (${date})\n\n${changes.map((change) => `- ${escaped(change)}`).join('\n')}`,
    ).join('\n\n'),
    error_table: errorTable(errors),
    errors: errorSections(errors, contract.operations.length),
    field_code_table: table(
      ['Code', 'Meaning'],
      Object.entries(FIELD_CODES).map(([code, text]) => [`\`${code}\` {#${code}}`, text]),
    ),
    setup: samples(({ setup }) => setup),
    operations: operationSections(contract, errors, commonErrors),
    common_errors: errorLinks(commonErrors),
  };
}

function exampleFacts(contract: Contract): Facts {
  const [listing] = contract.operation('listProducts').success.examples;
  const products = listing?.value as { data: unknown[] };
  const [stock] = contract.operation('getProductStock').success.examples;
  const { body, success } = contract.operation('placeOrder');
  const shortage = new AppError('insufficient_stock', { fields: [shortageError(0, 5, 2)] });
  return {
    product_list: json({ ...products, total: 1, data: products.data.slice(0, 1) }),
    stock_answer: json(stock?.value),
    order_request: json({ ...(body?.examples[0]?.value as object), store_order_id: `'$ORDER'` }),
    order_answer: json(success.examples[0]?.value),
    shortage_error: json(errorBody(shortage, EXAMPLE_REQUEST_ID)),
  };
}

function lifecycleFacts(): Facts {
  return {
    transition_table: transitionTable(),
    status_table: statusTable(),
    payment_statuses: paymentStatuses(),
    final_statuses: codes(finalStatuses(), 'or'),
    return_status_table: returnStatusTable(),
    shipment_state_table: shipmentStateTable(),
    test_returns: TEST_RETURNS_IN_WORDS,
    mode_header: MODE_HEADER,
    test_poll_seconds: String(TEST_POLL_SECONDS),
    test_product_table: table(
      ['SKU', 'What happens'],
      TEST_SCENARIOS.map((scenario) => [`\`${scenario.sku}\``, lifeInWords(scenario)]),
    ),
  };
}

const EXAMPLE_SKUS = 5_000;

function pollSecondsOf(status: OrderStatus): number {
  return STATUS_ROWS[status].pollSeconds;
}

function pollingFacts(contract: Contract): Facts {
  const perMinute = Math.floor(EXAMPLE_SKUS / (STOCK_POLL_SECONDS / 60));
  const stockParameters = contract.operation('listStock').parameters;
  const rows: [answer: string, seconds: number][] = [
    ['stock, and the list of products', STOCK_POLL_SECONDS],
    ...[...new Set(ORDER_STATUSES.map(pollSecondsOf))].map((seconds): [string, number] => {
      const statuses = ORDER_STATUSES.filter((status) => pollSecondsOf(status) === seconds);
      return [`an order that is ${codes(statuses, 'or')}`, seconds];
    }),
    [`the list of orders *of a test token: ${TEST_POLL_SECONDS}*`, OPEN_POLL_SECONDS],
    ['changes of the products', CHANGES_POLL_SECONDS],
    ['a page of a list or of changes that has a next page', 0],
  ];
  return {
    poll_header: POLL_INTERVAL,
    wait_max: String(WAIT_SECONDS_MAX),
    polling_table: table(
      ['Answer', 'Seconds'],
      rows.map(([answer, seconds]) => [answer, String(seconds)]),
    ),
    stock_polls: `${grouped(EXAMPLE_SKUS)} SKUs one by one every ${STOCK_POLL_SECONDS} seconds are ${perMinute}`,
    stock_limit: String(stockParameters.find(({ path }) => path === 'limit')?.maximum),
  };
}

function limitFacts(contract: Contract): Facts {
  return {
    refusal_limit: String(REFUSALS_PER_WINDOW),
    field_limit_table: table(
      ['Field', 'Limit'],
      (contract.operation('placeOrder').body?.fields ?? [])
        .filter(({ limit }) => limit !== '')
        .map(({ path, isRequired, limit, description }) => [
          `\`${path}\`${isRequired ? '' : ' *optional*'}`,
          sentences(limit, escaped(description)),
        ]),
    ),
    body_kilobytes: String(LIMITS.bodyBytes / 1024),
    body_values: grouped(LIMITS.bodyValues),
    body_depth: String(LIMITS.bodyDepth),
    idempotency_key_length: String(LIMITS.idempotencyKeyLength),
  };
}

const SHIRT: Variation[] = [
  { name: 'Size', values: ['M', 'L'] },
  { name: 'Colour', values: ['Indigo', 'Red'] },
];
const CHOICES = [
  'M / Indigo',
  'm/indigo',
  'Indigo / M',
  'Size:M|Colour:Indigo',
  'Colour: Indigo, Size: M',
  'M',
  null,
];

/** Makes examples of variations, read by the code that reads orders. */
function variationFacts(): Facts {
  const reading = (choice: string | null): string => {
    const match = matchVariation(SHIRT, choice);
    return 'problem' in match ? `422 \`${match.problem}\`` : `\`${match.key ?? ''}\``;
  };
  return {
    shirt: SHIRT.map(({ name, values }) => `${name} (${values.join(', ')})`).join(' and '),
    variation_table: table(
      ['You send', 'We read'],
      CHOICES.map((choice) => [choice === null ? 'nothing' : `\`${choice}\``, reading(choice)]),
    ),
  };
}
