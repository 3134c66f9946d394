import type { OpenAPIObject } from '@nestjs/swagger';

/** Where the reader's credentials for the Store API are in the session storage of a tab: `{token, domain}`. */
export const CREDENTIALS_KEY = 'credentials-store';

/**
 * The script that starts Swagger UI on a document. Credentials are kept in the tab's session storage, so that they survive
 * a reload and end with the tab.
 *
 * @param keptAs the name that the credentials have in the session storage
 */
export function swaggerScript(document: OpenAPIObject, keptAs: string): string {
  return `${START}
startSwaggerUi(${JSON.stringify(document)}, ${JSON.stringify(keptAs)});
`;
}

const START = `'use strict';
const startSwaggerUi = (spec, keptAs) => {
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
  window.ui = SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [
      { statePlugins: { auth: { wrapActions: { authorize: keptAfter, logout: keptAfter } } } },
    ],
    // Without Swagger UI's own bar: the header of the documentation is there.
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    onComplete: () => {
      for (const [scheme, value] of Object.entries(kept)) ui.preauthorizeApiKey(scheme, value);
    },
  });
};
`;
