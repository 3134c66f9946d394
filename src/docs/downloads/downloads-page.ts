import { article } from '../article.js';
import { html, type Html } from '../html.js';
import { code, copyable, type Section } from '../section.js';
import type { KitFile, KitPart } from './kit-files.js';

/** What a part is, and how it is put to use. */
interface Offer {
  part: KitPart;
  title: string;
  use: (file: KitFile) => Html;
}

const CLIENTS: readonly Offer[] = [
  {
    part: 'typescript',
    title: 'TypeScript client',
    use: ({ name }) =>
      html`<p>For Node 20 or later, as an ES module and as CommonJS, with types for both.</p>
        ${copyable(`npm install ./${name}`)}`,
  },
  {
    part: 'python',
    title: 'Python client',
    use: () =>
      html`<p>One file for Python 3.9 or later, standard library only.</p>
        ${copyable('from wholesale_store_orders import StoreApiError, StoreClient', 'python')}`,
  },
  {
    part: 'php',
    title: 'PHP client',
    use: ({ name }) =>
      html`<p>One file for PHP 8.0 or later with ext-curl.</p>
        ${copyable(`require '${name}';\n\n$store = new WholesaleStoreOrders\\StoreClient($baseUrl, $token, $domain);`, 'php')}`,
  },
];
const TOOLS: readonly Offer[] = [
  {
    part: 'postman',
    title: 'Postman collection',
    use: () =>
      html`<p>
        Every call with an example. Set the variables ${code('base_url')}, ${code('token')} and
        ${code('domain')} of the collection.
      </p>`,
  },
  {
    part: 'openapi',
    title: 'OpenAPI document',
    use: () =>
      html`<p>
        OpenAPI 3.1, for client generators. Where an importer leaves out one of the two headers, set
        ${code('Authorization')} and ${code('X-Client-Domain')} yourself.
      </p>`,
  },
];
/** What the example stores read from their environment. */
const SETTINGS = [
  'export STORE_URL=',
  html`<span data-base-address>https://orders.example</span>`,
  '\nexport STORE_TOKEN=wso_your_token STORE_DOMAIN=your-store.example\n',
];
const EXAMPLES: readonly Offer[] = [
  {
    part: 'exampleStore',
    title: 'Example store in JavaScript',
    use: ({ name }) =>
      html`<p>
          A copy of the catalog that stays current, and an outbox that delivers every order exactly
          once. The client is included.
        </p>
        ${copyable([SETTINGS, `tar -xzf ${name} && cd package && npm install && npm start`])}`,
  },
  {
    part: 'examplePhpStore',
    title: 'Example store in PHP',
    use: ({ name }) =>
      html`<p>The same in one file, to be put next to the PHP client: a worker and the pages.</p>
        ${copyable([SETTINGS, `php ${name} &\nphp -S 127.0.0.1:4000 ${name}`])}`,
  },
];

/** Clients, collections and examples for integrators, each as a file to download. */
export function downloadsPage(kit: Record<KitPart, KitFile>): Html {
  const section = (id: string, title: string, offers: readonly Offer[], intro: Html): Section => ({
    id,
    title,
    body: html`${intro}${offers.map((offer) => offered(offer, kit[offer.part]))}`,
  });
  return article({
    heading: 'Downloads',
    intro: html`<p class="lead">
        Clients, collections and examples for your store's backend. Each is complete in its file.
      </p>
      <p>How to use them is in <a href="./start">Start here</a>.</p>`,
    sections: [
      section(
        'clients',
        'Clients',
        CLIENTS,
        html`<p>
          The three clients keep the same rules: retries that never place an order twice, a cache
          that confirms unchanged answers, lists and feeds read page by page, and one class of
          error.
        </p>`,
      ),
      section('tools', 'Tools', TOOLS, html``),
      section('examples', 'Examples', EXAMPLES, html``),
    ],
  });
}

function offered({ title, use }: Offer, file: KitFile): Html {
  const { name, version, content, sha256 } = file;
  return html`<h3>${title} <small>${version}</small></h3>
    <p>
      <a href="./downloads/${name}" download>${name}</a>
      <small>${Math.ceil(content.length / 1024)} kB, SHA-256 <code>${sha256}</code></small>
    </p>
    ${use(file)}`;
}
