import converter from 'openapi-to-postmanv2';

const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Statuses of the calls that are refused: the order of the collection is not shipped, and so it has no document and no return. */
const REFUSALS = { requestReturn: '409', withdrawReturn: '404', getDocumentPdf: '404' };
const DOMAIN_HEADER = { key: 'X-Client-Domain', value: '{{domain}}' };

/**
 * Converts an OpenAPI document to a Postman collection (format 2.1) with the variables `base_url`, `token`, `domain`,
 * `sku`, `id` and `order_number`, which placing an order sets. Each call asserts its answer, and each order has fresh ids, so that the
 * collection can be run again and again. The same document always gives the same collection.
 *
 * @throws Error if the document cannot be converted
 */
export async function postmanCollection(document) {
  const { info, item } = withoutIds(await convert(document));
  const operations = operationsOf(document);
  return {
    info,
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: document.servers[0].url },
      { key: 'token', value: '', description: 'The API token, wso_…' },
      { key: 'domain', value: '', description: 'The domain the token is registered to' },
      { key: 'sku', value: 'TW-GLS-06', description: 'A product without variations' },
      { key: 'order_number', value: '', description: 'The order that was placed last' },
      { key: 'return_id', value: '1', description: 'A return of that order' },
      { key: 'id', value: '0', description: 'A document of the list of an order' },
    ],
    item: item.map((folder) => withVariables(cancelingLast(folder), operations)),
  };
}

/** Makes a folder with the cancellation at its end: a canceled order can no longer be corrected. */
function cancelingLast(folder) {
  const cancels = ({ request }) => Number(request.url.path.at(-1) === 'cancel');
  return { ...folder, item: folder.item.toSorted((a, b) => cancels(a) - cancels(b)) };
}

/** Lists the id, the expected status and the required fields of each operation, by method and path. */
function operationsOf({ paths, components }) {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId: id, responses }]) => {
      const status = REFUSALS[id] ?? Object.keys(responses).find((code) => code.startsWith('2'));
      const { $ref } = responses[status].content['application/json'].schema;
      const { required } = components.schemas[$ref.slice('#/components/schemas/'.length)];
      const key = `${method.toUpperCase()} ${path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')}`;
      return [key, { id, status: Number(status), required }];
    }),
  );
  return new Map(entries);
}

function convert(document) {
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    alwaysInheritAuthentication: true,
    includeAuthInfoInExample: false,
    enableOptionalParameters: false,
  };
  return new Promise((resolve, reject) => {
    converter.convertV2(
      { type: 'string', data: JSON.stringify(document, withoutNullTypes) },
      options,
      (error, { result, reason, output }) => {
        if (error || !result)
          reject(new Error(`Creating the Postman collection failed: ${error?.message ?? reason}`));
        else resolve(output[0].data);
      },
    );
  });
}

/** Keeps one type of a value: of several types, the converter picks one at random for its example. */
function withoutNullTypes(key, value) {
  return key === 'type' && Array.isArray(value) ? value.find((type) => type !== 'null') : value;
}

/** Removes ids: the converter creates new ones at every run, and Postman adds its own to a collection without ids. */
function withoutIds(value) {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' && key !== '_postman_id')
      .map(([key, item]) => [key, withoutIds(item)]),
  );
}

/** Makes a folder, or a request with variables, the X-Client-Domain header and assertions. */
function withVariables(item, operations) {
  if (item.item !== undefined) {
    return { ...item, item: item.item.map((entry) => withVariables(entry, operations)) };
  }
  const { method, url } = item.request;
  const operation = operations.get(`${method} ${url.path.join('/')}`);
  return {
    ...item,
    request: withFreshIds(identified(item.request), operation.id),
    response: item.response.map((response) => ({
      ...response,
      originalRequest: withFreshIds(identified(response.originalRequest), operation.id),
    })),
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: assertions(operation) } }],
  };
}

function identified({ url, header = [], ...request }) {
  return {
    ...request,
    auth: undefined,
    header: [DOMAIN_HEADER, ...header.filter(({ key }) => key !== DOMAIN_HEADER.key)],
    url: { ...url, raw: `{{base_url}}/${url.path.join('/')}`, host: ['{{base_url}}'] },
  };
}

/** Makes a request for the product and the order of the variables; an order has an id and a key of its own each time. */
function withFreshIds({ url, body, header, ...request }, operationId) {
  const variable = url.variable?.map((entry) => ({ ...entry, value: `{{${entry.key}}}` }));
  const isPlacing = operationId === 'placeOrder';
  return {
    ...request,
    header: isPlacing
      ? [
          ...header.filter(({ key }) => key !== IDEMPOTENCY_KEY),
          { key: IDEMPOTENCY_KEY, value: '{{$guid}}' },
        ]
      : header,
    url: { ...url, variable },
    ...(body?.raw !== undefined && {
      body: { ...body, raw: bodyOf(JSON.parse(body.raw), isPlacing) },
    }),
  };
}

function bodyOf(example, isPlacing) {
  const body = {
    ...example,
    ...(example.items?.[0].sku && { items: [{ sku: '{{sku}}', quantity: 2 }] }),
    ...(isPlacing && { store_order_id: 'POSTMAN-{{$guid}}' }),
  };
  return JSON.stringify(body, null, 2);
}

function assertions({ id, status, required }) {
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
