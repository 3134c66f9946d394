import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** Lists the operations of the Store API's document, as `GET /api/products/{sku}`, sorted. */
export async function documentedOperations(): Promise<string[]> {
  const document = JSON.parse(await readFile('dist/openapi/store-api.json', 'utf8')) as {
    paths: Record<string, object>;
  };
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .sort();
}

/** Lists the called operations of requests for one product and one order, sorted. */
export function calledOperations(
  seen: readonly IncomingMessage[],
  { sku, order }: { sku: string; order: string },
): string[] {
  return seen
    .map(({ method, url = '' }) => {
      const path = url.replace(/\?.*/, '');
      const template = path
        .replace(/(?<=\/documents\/)\d+/, '{id}')
        .replace(/(?<=\/returns\/)\d+/, '{return_id}')
        .replace(/(?<=\/shipments\/)\d+/, '{shipment_id}')
        .replace(sku, '{sku}');
      return `${method} ${template.replace(order, '{order_number}')}`;
    })
    .sort();
}
