import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { relative, type Article } from './markdown.js';

/** The API that a page is about. */
export type Api = 'store' | 'admin' | 'dashboard';

/** Finds the path of the search index of an API's pages. That of operators is where their documents are. */
export function searchFileOf(api: Api): string {
  return api === 'store' ? '/docs/search.json' : `/docs/${api}/search.json`;
}

interface Frame {
  title: string;
  path: string;
  api: Api;
  /** Makes the address of a file of the site that changes with its content. */
  versioned: (file: string) => string;
  stylesheets?: readonly string[];
  scripts?: readonly string[];
}

const HEADERS: Record<Api, { brand: string; links: Readonly<Record<string, string>> }> = {
  store: {
    brand: 'Wholesale Orders',
    links: {
      '/docs/start': 'Start here',
      '/docs/reference': 'Reference',
      '/docs/errors': 'Errors',
      '/docs/downloads': 'Downloads',
      '/docs/mirror': 'Mirror',
      '/docs': 'Swagger UI',
      '/docs-json': 'OpenAPI',
      '/dashboard': 'Dashboard',
    },
  },
  admin: {
    brand: 'Wholesale Orders, for operators',
    links: { '/docs/admin': 'Admin API', '/docs/admin-json': 'OpenAPI' },
  },
  dashboard: {
    brand: 'Wholesale Orders, dashboard',
    links: { '/docs/dashboard': 'Dashboard API', '/docs/dashboard-json': 'OpenAPI' },
  },
};

function document(frame: Frame, body: ReactNode): string {
  const { title, path, api, versioned, stylesheets = [], scripts = [] } = frame;
  const { brand, links } = HEADERS[api];
  const file = (name: string): string => relative(path, versioned(name));
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href={file('/docs/favicon-32x32.png')} />
        {[...stylesheets, '/docs/site.css'].map((name) => (
          <link key={name} rel="stylesheet" href={file(name)} />
        ))}
        {['/docs/site.js', ...scripts].map((name) => (
          <script key={name} type="module" src={file(name)} />
        ))}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <header className="site">
          <span className="brand">{brand}</span>
          <details className="menu">
            <summary>Menu</summary>
            <nav aria-label="Documentation">
              {Object.entries(links).map(([target, text]) => (
                <a
                  key={target}
                  href={relative(path, target)}
                  aria-current={target === path ? 'page' : undefined}
                >
                  {text}
                </a>
              ))}
            </nav>
          </details>
          <search hidden data-index={searchFileOf(api)}>
            <label htmlFor="search">Search</label>
            <input
              id="search"
              type="search"
              autoComplete="off"
              placeholder="Search"
              aria-keyshortcuts="/"
            />
            <div className="found" hidden>
              <p role="status" />
              <ul />
            </div>
          </search>
        </header>
        {body}
      </body>
    </html>,
  );
  return `<!doctype html>${markup}\n`;
}

/** Makes a page of text with a table of contents. */
export function articlePage(frame: Frame, article: Article, contents: ReactNode): string {
  const sections = article.sections.map(
    ({ id, html }) => `<section aria-labelledby="${id}">${html}</section>`,
  );
  const intro = `<h1>${article.title}</h1>${article.intro}`;
  const markdown = contents === null ? null : relative(frame.path, `${frame.path}.md`);
  return document(
    frame,
    <main id="main" className={`page ${frame.path.slice(1).replace('docs/', '') || 'front'}`}>
      <div className="intro">
        <div dangerouslySetInnerHTML={{ __html: intro }} />
        {markdown !== null && (
          <p className="page-actions">
            <a href={markdown}>View as Markdown</a>
          </p>
        )}
      </div>
      {contents}
      <div className="body" dangerouslySetInnerHTML={{ __html: sections.join('') }} />
    </main>,
  );
}

export interface ContentsLink {
  /** The path of a page, or a place of this page such as `#errors`. */
  target: string;
  text: string;
}

export interface ContentsGroup {
  /** Empty for links without a heading. */
  name: string;
  links: readonly ContentsLink[];
}

/** Makes the links at the side of the page at a path: to other pages, and to places of this one. */
export function contents(path: string, groups: readonly ContentsGroup[]): ReactNode {
  return (
    <details className="contents">
      <summary>Contents</summary>
      <nav aria-label="Contents">
        {groups.map(({ name, links }, index) => (
          <div key={index}>
            {name !== '' && <strong>{name}</strong>}
            <ol>
              {links.map(({ target, text }) => (
                <li key={target}>
                  <a
                    href={target.startsWith('#') ? target : relative(path, target)}
                    aria-current={target === path ? 'page' : undefined}
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </nav>
    </details>
  );
}

/** Makes a page with Swagger UI, which brings the heading and the main landmark. */
export function swaggerPage(frame: Frame): string {
  const file = (name: string): string => relative(frame.path, frame.versioned(name));
  return document(
    { ...frame, stylesheets: ['/docs/swagger-ui.css'], scripts: ['/docs/swagger.js'] },
    <>
      <div id="main">
        <div id="swagger-ui" />
      </div>
      <noscript>
        <p className="notice">Swagger UI needs JavaScript.</p>
      </noscript>
      <script src={file('/docs/swagger-ui-bundle.js')} />
      <script src={file(`${frame.path}/swagger-ui-init.js`)} />
    </>,
  );
}

/** Makes the form whose values the page's script puts into all calls. */
export function credentialsForm(): string {
  return renderToStaticMarkup(
    <form className="credentials" hidden>
      <p>
        Fill them in once, and every call on this page has them. A{' '}
        <a href="./start#test-mode">test token</a> is enough. They stay in this browser tab until it
        is closed, and are sent to this service only.
      </p>
      <label htmlFor="token">API token</label>
      <input id="token" name="token" type="password" autoComplete="off" spellCheck="false" />
      <label htmlFor="domain">Domain</label>
      <input id="domain" name="domain" autoComplete="off" spellCheck="false" inputMode="url" />
      <div className="actions">
        <button type="submit">Check them</button>
        <button type="reset">Forget them</button>
      </div>
      <p role="status" />
    </form>,
  );
}
