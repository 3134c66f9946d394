import { html } from './html.js';
import { relative, sitePage } from './site.js';

/**
 * Swagger UI below the header of the documentation. Nest's own page has no viewport for phones, and no place
 * for a header; its files and its start script are used as they are.
 */
export function swaggerPage(page: {
  title: string;
  path: string;
  api: 'store' | 'admin' | 'dashboard';
}): string {
  const file = (name: string): string => relative(page.path, `${page.path}/${name}`);
  return sitePage({
    ...page,
    head: html`<link rel="stylesheet" href="${file('swagger-ui.css')}" />`,
    body: html`<main id="main"><div id="swagger-ui"></div></main>
      <noscript><p class="notice">Swagger UI needs JavaScript.</p></noscript>
      <script src="${file('swagger-ui-bundle.js')}"></script>
      <script src="${file('swagger-ui-standalone-preset.js')}"></script>
      <script src="${file('swagger-ui-init.js')}"></script>`,
  });
}
