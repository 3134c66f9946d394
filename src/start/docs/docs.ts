import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
  type SwaggerDocumentOptions,
} from '@nestjs/swagger';
import { helpLink } from '../../platform/http/errors.js';
import { ORDER_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import { ErrorDto } from '../../platform/http/openapi/api-docs.js';
import { EXAMPLE_URL } from '../../platform/http/openapi/example-url.js';
import { withOptionalAmounts, withoutAmountNotes } from '../../platform/http/input/amounts.js';
import { STORE_API_VERSION } from './changelog.js';
import { documentedErrors, METHODS } from './documented-errors.js';

const DOMAIN_HEADER = 'X-Client-Domain';
const OPENAPI_VERSION = '3.1.0';
/** The license of everything that integrators can download, this document included. */
const KIT_LICENSE = ['MIT', `${EXAMPLE_URL}/docs/downloads/LICENSE.txt`] as const;
/** The page that answers questions about the APIs. */
const CONTACT = { name: 'Wholesale Store Orders', url: `${EXAMPLE_URL}/docs/start` };
/** Names operations after the controllers' methods. */
const OPTIONS: SwaggerDocumentOptions = { operationIdFactory: (_, method) => method };
const DOMAIN_DESCRIPTION =
  'The domain the token is registered to, with or without https:// and www.';

const STORE_API = `
A store's backend lists the products at the wholesale prices of its plan, checks stock, creates orders
and polls their status. The order is reviewed and paid in the dashboard; then it ships to the store's customer.

* Every request carries **both** headers: \`Authorization: Bearer <API_TOKEN>\` and \`X-Client-Domain\`,
  the domain the token is registered to. The token is secret: call from a server backend only.
* Clients never send prices. \`total = wholesale price × quantity + delivery\`, always.
* Every error has one shape with a stable \`code\`; a 422 lists all invalid fields.
* \`GET /api/changes\` returns what changed since a cursor; use it to keep a copy of the products up to date.
* All GETs except \`/api/me\` return an \`ETag\`; send it as \`If-None-Match\`, and an unchanged response is a 304.
* A test token (\`wso_test_…\`) makes the same calls without effect. Test orders of the SKUs listed at
  \`POST /api/orders\` move through the order lifecycle automatically.
`;

const ADMIN_API = `
The operations of the wholesaler's staff: plans, clients and their tokens, products, stock, and the order lifecycle.

* \`Authorization: Bearer <ADMIN_API_TOKEN>\`.
* Responses are \`{ "success": true, "data": … }\`; lists take \`limit\` and \`cursor\` and return \`next_cursor\`.
* Every change is in the audit log, in the same transaction.
* Fields that need the permission \`prices:read\` (\`x-needs-permission\`) are left out for callers without it.
`;

const DASHBOARD_API = `
What the pages of a client's people call: orders and their payment, the wallet, API tokens, prices, the company and its
people. Operators sign in here, too, and then call the Admin API with the same cookie.

* \`POST /dashboard/api/session\` signs in and sets the session cookie: \`__Host-wso_session\`, or \`wso_session\` where
  the service is reached by http.
* A change with the cookie needs \`Sec-Fetch-Site: same-origin\`, which browsers send on their own, or an \`Origin\` equal
  to \`PUBLIC_URL\`.
* Answers are \`{ "success": true, "data": … }\`; lists take \`limit\` and \`cursor\` and answer \`next_cursor\`.
`;

/** Makes the OpenAPI document of the Store API, for integrators. */
export function storeApiDocument(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion(OPENAPI_VERSION)
    .setTitle('Custom-Store Wholesale Order API')
    .setDescription(STORE_API)
    .setVersion(STORE_API_VERSION)
    .setLicense(...KIT_LICENSE)
    .addServer(EXAMPLE_URL, 'This service')
    .addBearerAuth({ type: 'http', bearerFormat: 'wso_…', description: 'The API token' }, 'token')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: DOMAIN_HEADER, description: DOMAIN_DESCRIPTION },
      'domain',
    )
    .addSecurityRequirements({ token: [], domain: [] })
    .addTag('Account', 'The authenticated client')
    .addTag('Catalog', 'Products at the wholesale prices of your plan')
    .addTag('Stock', 'Available stock')
    .addTag('Orders', 'Placing orders and following their status')
    .build();
  config.info.contact = CONTACT;
  const document = withOwnErrorCodes(
    below('/api/', SwaggerModule.createDocument(app, config, OPTIONS)),
  );
  addHelpLinks(document);
  return document;
}

/**
 * Adds X-Client-Domain as a parameter to every operation of the Store API's document. Importers that read only one security
 * scheme, such as Postman's, would otherwise omit the header.
 * - it is optional, because generators that read both schemes would ask for it twice
 * - the schemes say that it is required
 */
export function withDomainParameter(document: OpenAPIObject): OpenAPIObject {
  const parameter = {
    name: DOMAIN_HEADER,
    in: 'header' as const,
    required: false,
    description: DOMAIN_DESCRIPTION,
    schema: { type: 'string' as const, example: 'your-store.example' },
  };
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation !== undefined) {
        operation.parameters = [...(operation.parameters ?? []), parameter];
      }
    }
  }
  return copy;
}

/** Makes the OpenAPI document of the Admin API, for operators. */
export function adminApiDocument(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion(OPENAPI_VERSION)
    .setTitle('Wholesale Order Admin API')
    .setDescription(ADMIN_API)
    .setVersion('1.0')
    .addServer(EXAMPLE_URL, 'This service')
    .addBearerAuth({ type: 'http', bearerFormat: 'ADMIN_API_TOKEN' }, 'operator')
    .addSecurityRequirements('operator')
    .build();
  config.info.contact = CONTACT;
  return withOptionalAmounts(below('/admin/', SwaggerModule.createDocument(app, config, OPTIONS)));
}

/** Makes the OpenAPI document of the dashboard's endpoints, for the pages and for scripts. */
export function dashboardApiDocument(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion(OPENAPI_VERSION)
    .setTitle('Wholesale Order Dashboard API')
    .setDescription(DASHBOARD_API)
    .setVersion('1.0')
    .addServer(EXAMPLE_URL, 'This service')
    .addCookieAuth('__Host-wso_session', { type: 'apiKey', in: 'cookie' }, 'session')
    .addSecurityRequirements('session')
    .build();
  config.info.contact = CONTACT;
  return withoutAmountNotes(
    below('/dashboard/api/', SwaggerModule.createDocument(app, config, OPTIONS)),
  );
}

/** Makes the document with the paths below a prefix, and the schemas that these need. */
function below(prefix: string, document: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith(prefix))
      // By path: the modules' order says nothing to a reader.
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const schemas = document.components?.schemas ?? {};
  const needed = new Set<string>();
  const collect = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      collect(schemas[name] ?? {});
    }
  };
  collect(paths);
  return {
    ...document,
    paths,
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name))),
    },
  };
}

/** Makes the document with only those error codes that its routes can return. */
function withOwnErrorCodes(document: OpenAPIObject): OpenAPIObject {
  const copy = structuredClone(document);
  const schema = copy.components?.schemas?.[ErrorDto.name];
  if (schema === undefined || '$ref' in schema)
    throw new Error('The document has no schema of errors.');
  const code = schema.properties?.code;
  if (code === undefined || '$ref' in code)
    throw new Error('The schema of errors has no property "code".');
  code.enum = documentedErrors(document).map((error) => error.code);
  Object.assign(schema.properties!.order_status!, { enum: ORDER_STATUSES });
  return copy;
}

const HELP_LINK = {
  description: 'Where the code is explained, relative to the base URL',
  schema: { type: 'string' as const, example: helpLink('validation_failed') },
};

/** Documents the header of error answers that links to the page of the code. */
function addHelpLinks({ paths }: OpenAPIObject): void {
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item) as { responses?: Record<string, Answer> }[]) {
      for (const [status, answer] of Object.entries(operation.responses ?? {})) {
        if (Number(status) >= 400) answer.headers = { ...answer.headers, Link: HELP_LINK };
      }
    }
  }
}

interface Answer {
  headers?: Record<string, object>;
}
