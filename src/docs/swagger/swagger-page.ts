import { html } from '../html.js';
import { relative, sitePage, versioned, type Page } from '../site.js';

/** Swagger UI below the header of the documentation. */
export function swaggerPage(page: Pick<Page, 'title' | 'path' | 'api'>): string {
  const to = (path: string): string => relative(page.path, path);
  return sitePage({
    ...page,
    head: html`<link rel="stylesheet" href="${to(versioned('/docs/swagger-ui.css'))}" />`,
    // Swagger UI has the page's heading and its main landmark.
    body: html`<div id="main"><div id="swagger-ui"></div></div>
      <noscript><p class="notice">Swagger UI needs JavaScript.</p></noscript>
      <script src="${to(versioned('/docs/swagger-ui-bundle.js'))}"></script>
      <script src="${to(`${page.path}/swagger-ui-init.js`)}"></script>`,
  });
}
