import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { adminApiDocument, storeApiDocument } from './docs.js';

/** Serves Swagger UI for integrators at /docs, for operators at /docs/admin; `-json` has the documents. */
export function serveDocs(app: NestExpressApplication): void {
  const swaggerOptions = {
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
  };
  SwaggerModule.setup('docs/admin', app, () => adminApiDocument(app), {
    jsonDocumentUrl: 'docs/admin-json',
    yamlDocumentUrl: 'docs/admin-yaml',
    swaggerOptions,
    customSiteTitle: 'Wholesale Order Admin API',
  });
  SwaggerModule.setup('docs', app, () => storeApiDocument(app), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    swaggerOptions,
    customSiteTitle: 'Wholesale Order API',
  });
}
