import { EXAMPLE_URL } from '../../../src/platform/http/openapi/example-url.js';
import { neededPart } from './needed-part.js';
import { BASE_URL } from './page.js';
import { swaggerRepairs } from './swagger-repairs.js';
import { TRIED_ORDER_ID } from './tried-order-id.js';

interface Authorizations {
  map(valueOf: (entry: { get(key: 'value'): unknown }) => unknown): { toJS(): unknown };
}
type Action = (...args: unknown[]) => unknown;

interface SwaggerRequest {
  method: string;
  url: string;
  body: string;
}

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, value: string): void;
  layoutActions: { parseDeepLinkHash(hash: string): void };
}

type ResolveSubtree = (
  document: Parameters<typeof neededPart>[0],
  place: readonly string[],
  options: object,
) => unknown;

declare global {
  // From Swagger UI.
  const SwaggerUIBundle: ((options: object) => SwaggerUi) & { presets: { apis: unknown } };
  // From the page's swagger-ui-init.js.
  const swaggerDocument: { document: object; credentialsKey: string };
}

const { document: openApi, credentialsKey } = swaggerDocument;

// Credentials survive a reload and end with the tab.
const stored = JSON.parse(sessionStorage.getItem(credentialsKey) ?? '{}') as Record<string, string>;
const storedAfter =
  (original: Action, system: { authSelectors: { authorized(): Authorizations } }): Action =>
  (...args) => {
    const result = original(...args);
    const values = system.authSelectors
      .authorized()
      .map((entry) => entry.get('value'))
      .toJS();
    sessionStorage.setItem(credentialsKey, JSON.stringify(values));
    return result;
  };

// The examples have the same ids for everyone, and the service refuses a second order with an id.
const newId = (): string => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(6))];
  return `TRY-${bytes
    .map((byte) => (byte % 36).toString(36))
    .join('')
    .toUpperCase()}`;
};
const spec: unknown = JSON.parse(
  JSON.stringify(openApi).replaceAll(EXAMPLE_URL, BASE_URL).replaceAll(TRIED_ORDER_ID, newId()),
);
const sent = new Set<string>();
const withFreshId = (request: SwaggerRequest): SwaggerRequest => {
  if (request.method === 'POST' && request.url.endsWith('/api/orders')) {
    request.body = request.body.replace(/TRY-[0-9A-Z]{6}/, (id) => {
      const fresh = sent.has(id) ? newId() : id;
      sent.add(fresh);
      return fresh;
    });
  }
  return request;
};

const readsNeededPart = {
  afterLoad(this: { fn: { resolveSubtree: ResolveSubtree } }) {
    const { resolveSubtree } = this.fn;
    this.fn.resolveSubtree = (document, place, options) =>
      resolveSubtree(neededPart(document, place), place, options);
  },
};

const ui = SwaggerUIBundle({
  spec,
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [
    swaggerRepairs,
    readsNeededPart,
    { statePlugins: { auth: { wrapActions: { authorize: storedAfter, logout: storedAfter } } } },
  ],
  // Without Swagger UI's own bar: the header of the documentation is there.
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  requestInterceptor: withFreshId,
  onComplete: () => {
    for (const [scheme, value] of Object.entries(stored)) ui.preauthorizeApiKey(scheme, value);
  },
});

// A link of the search: Swagger UI looks at the address only when it starts.
addEventListener('hashchange', () => ui.layoutActions.parseDeepLinkHash(location.hash));
