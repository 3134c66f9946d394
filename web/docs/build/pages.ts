import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { EXAMPLE_URL } from '../../../src/platform/http/openapi/example-url.js';
import { Contract } from './contract.js';
import { factsOf, type Facts } from './facts.js';
import { makeForTrying } from './for-trying.js';
import {
  articlePage,
  contents,
  credentialsForm,
  searchFileOf,
  swaggerPage,
  type Api,
  type ContentsGroup,
  type ContentsLink,
} from './layout.js';
import { llmsFacts, transitionList } from './llms/llms-full.js';
import { articleOf, plainMarkdown, type Article } from './markdown.js';
import { operationsIndex, searchIndex } from './search-index.js';

/** The OpenAPI documents of the APIs, which the build makes before the site. */
const OPENAPI = join(import.meta.dirname, '../../../dist/openapi');
const PAGES = join(import.meta.dirname, '../pages');

/** A page for integrators, with its summary in the list for language models. */
interface Page {
  name: string;
  title: string;
  summary: string;
}

/** The pages that explain the API, which every page links to at its side. */
const GUIDE: readonly Page[] = [
  {
    name: 'start',
    title: 'Start here',
    summary: 'the API in five minutes: from the first call to the first order',
  },
  {
    name: 'orders',
    title: 'Orders',
    summary: 'quotes, payment, statuses, corrections, returns, money, variations, test orders',
  },
  {
    name: 'updates',
    title: 'Stay up to date',
    summary: 'polling, cursors, changes of products and orders, lost orders, a program',
  },
  {
    name: 'retries',
    title: 'Errors, retries and limits',
    summary: 'the form of errors, what may be sent again, and how much',
  },
  {
    name: 'releases',
    title: 'Versions and releases',
    summary: 'what stays as it is, and what each release added',
  },
];

const DOCUMENTS: readonly Page[] = [
  ...GUIDE,
  {
    name: 'reference',
    title: 'Reference',
    summary: 'every operation in curl, TypeScript, Python and PHP, with answers, fields and errors',
  },
  { name: 'errors', title: 'Errors', summary: 'every error code: when it happens, and what to do' },
  {
    name: 'downloads',
    title: 'Downloads',
    summary:
      'clients in TypeScript, Python and PHP, a command line, a Postman collection, an example store',
  },
  {
    name: 'mirror',
    title: 'Mirror',
    summary:
      'the command line wso: the catalog and your orders in your own database, an outbox, events',
  },
];

const SWAGGER_PAGES: readonly { title: string; path: string; api: Api }[] = [
  { title: 'Wholesale Order API', path: '/docs', api: 'store' },
  { title: 'Wholesale Order Admin API', path: '/docs/admin', api: 'admin' },
  { title: 'Wholesale Order Dashboard API', path: '/docs/dashboard', api: 'dashboard' },
];

/** Content by the name of its file in the site. */
type Files = Record<string, string | Buffer>;

/** Lists the files that are linked with a version: those of Swagger UI, and its scripts with the documents. */
export function swaggerFiles(): Files {
  const files: Files = {};
  for (const { path, api } of SWAGGER_PAGES) {
    const document = documentOf(api);
    makeForTrying(document);
    const script = `globalThis.swaggerDocument = ${JSON.stringify({ document, credentialsKey: `credentials-${api}` })};\n`;
    files[`${path.slice(1)}/swagger-ui-init.js`] = script;
  }
  const own = readFileSync(join(import.meta.dirname, '../styles/swagger.css'), 'utf8');
  files['docs/swagger-ui.css'] = `${swaggerFile('swagger-ui.css').toString()}${own}`;
  files['docs/swagger-ui-bundle.js'] = swaggerFile('swagger-ui-bundle.js');
  files['docs/favicon-32x32.png'] = swaggerFile('favicon-32x32.png');
  return files;
}

function swaggerFile(name: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}

/**
 * Makes the pages as HTML and Markdown, and the search index.
 *
 * @param versioned returns the address of another file of the site that changes with its content
 */
export function pageFiles(versioned: (file: string) => string): Files {
  const contract = new Contract(documentOf('store'));
  const facts = factsOf(contract);
  const pages = DOCUMENTS.map(({ name, title }) => {
    const path = `/docs/${name}`;
    const markdown = markdownOf(`${name}.md`, facts);
    return {
      path,
      title,
      markdown,
      article: articleOf(markdown, path, { credentials_form: credentialsForm() }),
    };
  });
  const paths = pages.map(({ path }) => path);
  const files: Files = {
    [searchFileOf('store').slice(1)]: searchIndex(pages),
    'llms-full.txt': markdownOf('llms-full.txt', {
      ...facts,
      ...llmsFacts(contract, markdownOf('orders.md', { ...facts, ...SHORT_FACTS })),
      worked_store: readFileSync(join(PAGES, 'worked-store.js'), 'utf8').trim(),
    }),
    'llms.txt': markdownOf('llms.txt', {
      page_list: DOCUMENTS.map(
        ({ name, title, summary }) => `- [${title}](${EXAMPLE_URL}/docs/${name}.md): ${summary}`,
      ).join('\n'),
    }),
  };
  for (const { path, title, markdown, article } of pages) {
    const isReference = path === '/docs/reference';
    const frame = {
      title: `${title}: Wholesale Order API`,
      path,
      api: 'store' as const,
      versioned,
      ...(isReference && { stylesheets: ['/docs/reference.css'], scripts: ['/docs/reference.js'] }),
    };
    const groups = isReference
      ? referenceContents(contract)
      : [{ name: 'On this page', links: linksTo(article) }];
    files[`${path.slice(1)}.html`] = articlePage(
      frame,
      article,
      contents(path, [{ name: 'Guide', links: guideLinks() }, ...groups]),
    );
    files[`${path.slice(1)}.md`] = plainMarkdown(markdown.replace(BLOCK, ''), paths);
  }
  // It is served at any address, so its links begin at the root.
  const notFound = {
    title: 'Page not found: Wholesale Order API',
    path: '',
    api: 'store' as const,
    versioned,
  };
  files['404.html'] = articlePage(notFound, articleOf(markdownOf('404.md', {}), '', {}), null);
  files['robots.txt'] =
    `User-agent: *\nDisallow: /admin/\nDisallow: /api/\nDisallow: /dashboard/\n\nSitemap: ${EXAMPLE_URL}/sitemap.xml\n`;
  files['sitemap.xml'] = sitemap([...paths, '/docs']);
  for (const page of SWAGGER_PAGES) {
    const { path, api } = page;
    if (api !== 'store') files[searchFileOf(api).slice(1)] = operationsIndex(path, documentOf(api));
    files[`${page.path.slice(1)}.html`] = swaggerPage({ ...page, versioned });
  }
  return files;
}

function sitemap(paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${EXAMPLE_URL}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Facts that are shorter in llms-full.txt than on the page about orders. */
const SHORT_FACTS = { transition_table: transitionList() };

/** The placeholder that becomes HTML, and nothing in Markdown. */
const BLOCK = /^\{\{credentials_form\}\}\n\n/gm;

/** Makes the Markdown of a page with the placeholders that the build knows filled in; the service fills in the others. */
function markdownOf(file: string, facts: Facts): string {
  const read = (name: string): string => readFileSync(join(PAGES, name), 'utf8');
  return read(file)
    .replace('{{with_a_client}}', () => read('with-a-client.md').trim())
    .replace(
      /\{\{(\w+)_download\}\}/g,
      '[{{$1_file}}](/docs/downloads/{{$1_file}}) ({{$1_size}}, SHA-256 `{{$1_sha256}}`)',
    )
    .replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => facts[name] ?? placeholder);
}

function documentOf(api: Api): OpenAPIObject {
  return JSON.parse(readFileSync(join(OPENAPI, `${api}-api.json`), 'utf8')) as OpenAPIObject;
}

function guideLinks(): ContentsLink[] {
  return GUIDE.map(({ name, title }) => ({ target: `/docs/${name}`, text: title }));
}

function linksTo({ sections }: Article): ContentsLink[] {
  return sections.map(({ id, title }) => ({ target: `#${id}`, text: title }));
}

function referenceContents(contract: Contract): ContentsGroup[] {
  return [
    { name: 'On this page', links: [{ target: '#access', text: 'Credentials and clients' }] },
    ...contract.tags.map(({ name }) => ({
      name,
      links: contract.operations
        .filter(({ tag }) => tag === name)
        .map(({ id }) => ({ target: `#${id}`, text: id })),
    })),
    { name: '', links: [{ target: '#errors', text: 'Errors of every operation' }] },
  ];
}
