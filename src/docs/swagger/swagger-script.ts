import type { OpenAPIObject } from '@nestjs/swagger';
import { makeForTrying } from './for-trying.js';
import { SWAGGER_REPAIRS } from './swagger-repairs.js';

/** Where the reader's credentials for the Store API are in the session storage of a tab: `{token, domain}`. */
export const CREDENTIALS_KEY = 'credentials-store';

/**
 * The script that starts Swagger UI on a document. Credentials are kept in the tab's session storage, so that they survive
 * a reload and end with the tab.
 *
 * @param document is changed: see {@link makeForTrying}
 * @param keptAs the name that the credentials have in the session storage
 */
export function swaggerScript(document: OpenAPIObject, keptAs: string): string {
  makeForTrying(document);
  return `${SWAGGER_REPAIRS}${START}
startSwaggerUi(${JSON.stringify(document)}, ${JSON.stringify(keptAs)});
`;
}

const START = `
const startSwaggerUi = (document, keptAs) => {
  const kept = JSON.parse(sessionStorage.getItem(keptAs) ?? '{}');
  const keep = (auth) => {
    const values = auth.authorized().map((entry) => entry.get('value')).toJS();
    sessionStorage.setItem(keptAs, JSON.stringify(values));
  };
  const keptAfter = (original, { authSelectors }) => (...args) => {
    const result = original(...args);
    keep(authSelectors);
    return result;
  };

  // The ids of the examples are the same for everyone: the second order with one would be refused.
  const newId = () => {
    const letters = [...crypto.getRandomValues(new Uint8Array(6))];
    return 'TRY-' + letters.map((byte) => (byte % 36).toString(36)).join('').toUpperCase();
  };
  const ids = new Map();
  const idOf = (example) => ids.get(example) ?? ids.set(example, newId()).get(example);
  const spec = JSON.parse(JSON.stringify(document).replace(/SHOP-100\\d/g, idOf));
  const sent = new Set();
  const withFreshId = (request) => {
    if (request.method === 'POST' && /\\/api\\/orders$/.test(request.url)) {
      request.body = request.body.replace(/TRY-[0-9A-Z]{6}/, (id) => {
        const fresh = sent.has(id) ? newId() : id;
        sent.add(fresh);
        return fresh;
      });
    }
    return request;
  };

  window.ui = SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [
      swaggerRepairs,
      { statePlugins: { auth: { wrapActions: { authorize: keptAfter, logout: keptAfter } } } },
    ],
    // Without Swagger UI's own bar: the header of the documentation is there.
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    requestInterceptor: withFreshId,
    onComplete: () => {
      for (const [scheme, value] of Object.entries(kept)) ui.preauthorizeApiKey(scheme, value);
    },
  });
};
`;
