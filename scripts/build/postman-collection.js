import { STATUS_CODES } from 'node:http';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** Statuses of the refused calls. The order of the collection is not shipped, so it has no document and no return. */
const REFUSALS = {
  answerFailedDelivery: '404',
  requestReturn: '409',
  withdrawReturn: '404',
  setReturnTracking: '404',
  getDocumentPdf: '404',
};
const DOMAIN = 'X-Client-Domain';

/**
 * Makes a Postman collection (format 2.1) of an OpenAPI document. The same document always gives the same collection.
 * - its variables are `base_url`, `token`, `domain`, `sku`, `id`, `return_id`, `shipment_id` and `order_number`; placing an order
 *   sets the last one
 * - each call asserts its answer
 * - each order has fresh ids, so that the collection can be run repeatedly
 */
export function postmanCollection({ info, servers, tags, paths, components }) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  return {
    info: { name: info.title, description: info.description, schema: FORMAT },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: servers[0].url },
      { key: 'token', value: '', description: 'The API token, wso_…' },
      { key: 'domain', value: '', description: 'The domain the token is registered to' },
      { key: 'sku', value: 'TW-GLS-06', description: 'A product without variations' },
      { key: 'order_number', value: '', description: 'The order that was placed last' },
      { key: 'return_id', value: '1', description: 'A return of that order' },
      { key: 'shipment_id', value: '1', description: 'A shipment of that order' },
      { key: 'id', value: '0', description: 'A document of the list of an order' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: cancelingLast(calls.filter((call) => call.tags.includes(name))).map((call) =>
        itemOf(call, components.schemas),
      ),
    })),
  };
}

/** Puts the cancellation at the end: a canceled order can no longer be corrected. */
function cancelingLast(calls) {
  const cancels = ({ operationId }) => Number(operationId === 'cancelOrder');
  return calls.toSorted((a, b) => cancels(a) - cancels(b));
}

/** Makes a request with the example of each of its responses and its assertions. */
function itemOf(call, schemas) {
  const request = requestOf(call);
  return {
    name: call.summary,
    request: { ...request, description: call.description },
    response: Object.entries(call.responses).map(([code, { description, headers, content }]) => ({
      name: description,
      originalRequest: request,
      status: STATUS_CODES[code],
      code: Number(code),
      header: Object.entries(headers ?? {}).map(([key, { schema }]) => ({
        key,
        value: schema.example ?? schema.enum?.[0],
      })),
      body: exampleOf(content),
      _postman_previewlanguage: 'json',
    })),
    event: [
      { listen: 'test', script: { type: 'text/javascript', exec: assertions(call, schemas) } },
    ],
  };
}

function requestOf({ operationId, method, path, parameters = [], requestBody }) {
  const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const fieldsIn = (place) =>
    parameters
      .filter((parameter) => parameter.in === place && parameter.name !== DOMAIN)
      .map(({ name: key, required, description, schema }) => {
        const value =
          place === 'path' ? `{{${key}}}` : String(schema.example ?? schema.default ?? '');
        return { key, value, description, ...(!required && { disabled: true }) };
      });
  const isPlacing = operationId === 'placeOrder';
  return {
    method: method.toUpperCase(),
    header: [
      { key: DOMAIN, value: '{{domain}}' },
      ...(requestBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...fieldsIn('header').map((field) =>
        isPlacing ? { key: field.key, value: '{{$guid}}', description: field.description } : field,
      ),
    ],
    url: {
      raw: `{{base_url}}/${parts}`,
      host: ['{{base_url}}'],
      path: parts.split('/'),
      query: fieldsIn('query'),
      variable: fieldsIn('path'),
    },
    ...(requestBody && {
      body: {
        mode: 'raw',
        raw: bodyOf(JSON.parse(exampleOf(requestBody.content) ?? '{}'), isPlacing),
        options: { raw: { language: 'json' } },
      },
    }),
  };
}

/** Writes the first example of a JSON body, or undefined. */
function exampleOf(content) {
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  return example && JSON.stringify(example.value, null, 2);
}

/** Writes a body for the product of the variables; an order has an id of its own each time. */
function bodyOf(example, isPlacing) {
  const body = {
    ...example,
    ...(example.items?.[0].sku && { items: [{ sku: '{{sku}}', quantity: 2 }] }),
    ...(isPlacing && { store_order_id: 'POSTMAN-{{$guid}}' }),
  };
  return JSON.stringify(body, null, 2);
}

function assertions({ operationId: id, responses }, schemas) {
  const status = REFUSALS[id] ?? Object.keys(responses).find((code) => code.startsWith('2'));
  const { $ref } = responses[status].content['application/json'].schema;
  const { required } = schemas[$ref.slice('#/components/schemas/'.length)];
  return [
    `pm.test('${id} answers ${status}', () => pm.response.to.have.status(${status}));`,
    "pm.test('has a request id', () => pm.response.to.have.header('X-Request-Id'));",
    "pm.test('has every required field', () => {",
    `  pm.expect(pm.response.json()).to.include.all.keys(${JSON.stringify(required)});`,
    '});',
    ...(ASSERTIONS[id] ?? []),
  ];
}

const TOTAL = [
  "pm.test('adds delivery to the subtotal', () => {",
  '  const { subtotal, delivery, total } = pm.response.json();',
  '  pm.expect(total).to.be.closeTo(subtotal + delivery, 0.001);',
  '});',
];

const statusIs = (status) => [
  `pm.test('is ${status}', () => pm.expect(pm.response.json().status).to.equal('${status}'));`,
];

/** Assertions of an operation besides its status and fields. */
const ASSERTIONS = {
  quoteOrder: TOTAL,
  placeOrder: [
    ...TOTAL,
    ...statusIs('awaiting_payment'),
    "pm.collectionVariables.set('order_number', pm.response.json().order_number);",
  ],
  getOrderStatus: statusIs('awaiting_payment'),
  changeShipping: statusIs('awaiting_payment'),
  cancelOrder: statusIs('cancelled'),
};
