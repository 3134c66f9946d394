import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

const DESCRIPTION = `
A store's backend lists the products at the wholesale prices of its plan, checks stock, creates orders
and polls their status. The order is reviewed and paid in the dashboard; then it ships to the store's customer.

* Every request carries **both** headers: \`Authorization: Bearer <API_TOKEN>\` and \`X-Client-Domain\`,
  the domain the token is registered to. The token is secret: call from a server backend only.
* Clients never send prices. \`total = wholesale price × quantity + delivery\`, always.
* Every error has one shape with a stable \`code\`; a 422 names all fields at fault.
* GETs answer with an \`ETag\`; send it back as \`If-None-Match\` and an unchanged answer is a 304.
`;

/** The OpenAPI document of the Store API. */
export function storeApiDocument(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Custom-Store Wholesale Order API')
    .setDescription(DESCRIPTION)
    .setVersion('1.0')
    .addBearerAuth({ type: 'http', description: 'The API token (`wso_…`)' }, 'token')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'X-Client-Domain',
        description: 'The domain the token is registered to, with or without https:// and www.',
      },
      'domain',
    )
    .addSecurityRequirements({ token: [], domain: [] })
    .addTag('Catalog', 'Products at the wholesale prices of your plan')
    .addTag('Stock', 'What can be sold now')
    .addTag('Orders', 'Placing orders and following them')
    .build();
  return SwaggerModule.createDocument(app, config);
}

/** Serves Swagger UI at /docs and its document at /docs-json. */
export function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => storeApiDocument(app), {
    jsonDocumentUrl: 'docs-json',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true },
    customSiteTitle: 'Wholesale Order API',
  });
}
