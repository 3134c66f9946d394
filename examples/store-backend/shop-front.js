import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { shownShipments } from './failed-deliveries.js';

const PATH = /^\/orders\/(?!WO-)(?<id>[\w-]{1,64})(?:\/shipments\/(?<shipment>\d{1,15})\/answer)?$/;

/**
 * Handles the calls of the store's own pages: `GET /products`, `PUT /orders/{id}`, `GET /orders/{id}` and
 * `PUT /orders/{id}/shipments/{shipment}/answer`.
 * - the page creates the id when the customer first presses "order", so pressing twice places one order
 * - another body with the same id is an edit
 */
export function shopFront({ catalog, outbox, onAccepted }) {
  return createServer(async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const { method, url } = request;
    const { id, shipment } = PATH.exec(url)?.groups ?? {};
    if (method === 'GET' && url === '/products') {
      answer(200, catalog.products);
    } else if (method === 'PUT' && id !== undefined) {
      const body = await json(request).catch(() => null);
      if (body === null) return answer(400, { message: 'Send the body as JSON.' });
      if (shipment === undefined) await outbox.accept(id, body);
      else if (!(await outbox.answer(id, Number(shipment), body))) {
        return answer(409, { message: 'This delivery does not take this answer.' });
      }
      answer(202, publicPart(outbox.get(id)));
      onAccepted();
    } else if (method === 'GET' && shipment === undefined && outbox.get(id) !== undefined) {
      answer(200, publicPart(outbox.get(id)));
    } else {
      answer(404, { message: 'Unknown path or order.' });
    }
  });
}

function publicPart({ id, state, orderNumber, code, fields, tracking, ...order }) {
  const shipments = shownShipments(order);
  return { id, state, order_number: orderNumber, code, fields, tracking, shipments };
}
