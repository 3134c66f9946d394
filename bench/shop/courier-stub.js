import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_WAYBILL = 57_930_810_000_000;

/**
 * Starts a courier with Delhivery's protocol that books everything, until the scope ends. It knows no shipment when it is asked.
 *
 * @param {import('./scope.js').Scope} scope
 * @param {number} answerMs time until it answers
 * @returns {Promise<string>} its address
 */
export async function startCourier(scope, answerMs) {
  let waybills = 0;
  const answers = {
    '/c/api/pin-codes/json/': (query) => {
      const pin = Number(query.get('filter_codes'));
      return { delivery_codes: [{ postal_code: { pin, pre_paid: 'Y', pickup: 'Y', cod: 'Y' } }] };
    },
    '/waybill/api/fetch/json/': () => String(FIRST_WAYBILL + ++waybills),
    '/waybill/api/bulk/json/': (query) => {
      const one = () => FIRST_WAYBILL + ++waybills;
      return Array.from({ length: Number(query.get('count')) }, one).join(',');
    },
    '/api/cmu/create.json': (_, body) => {
      const { shipments } = JSON.parse(new URLSearchParams(body).get('data'));
      const [{ waybill, order: refnum }] = shipments;
      return {
        success: true,
        packages: [{ status: 'Success', waybill, refnum, sort_code: 'BLR' }],
      };
    },
    '/api/v1/packages/json/': () => ({
      Success: false,
      Error: 'Data does not exists for provided Waybill(s)',
    }),
  };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await sleep(answerMs);
    const { pathname, searchParams } = new URL(request.url, 'http://courier');
    const answer = answers[pathname]?.(searchParams, Buffer.concat(chunks).toString());
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.defer(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}
