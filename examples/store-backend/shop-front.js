import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const ORDER_PATH = /^\/orders\/(?!WO-)([\w-]{1,64})$/;

/**
 * Handles the calls of the store's own pages: `GET /products`, `PUT /orders/{id}` and `GET /orders/{id}`.
 * - the page creates the id when the customer first presses "order", so pressing twice places one order
 * - another body with the same id is an edit
 */
export function shopFront({ catalog, outbox, onAccepted }) {
  return createServer(async (request, response) => {
    const answer = (status, body) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const { method, url } = request;
    const [, id] = ORDER_PATH.exec(url) ?? [];
    if (method === 'GET' && url === '/products') {
      answer(200, catalog.products);
    } else if (method === 'PUT' && id !== undefined) {
      const order = await json(request).catch(() => null);
      if (order === null) return answer(400, { message: 'Send the order as JSON.' });
      answer(202, publicPart(await outbox.accept(id, order)));
      onAccepted();
    } else if (method === 'GET' && id !== undefined && outbox.get(id) !== undefined) {
      answer(200, publicPart(outbox.get(id)));
    } else {
      answer(404, { message: 'Unknown path or order.' });
    }
  });
}

function publicPart({ id, state, orderNumber, code, fields, tracking }) {
  return { id, state, order_number: orderNumber, code, fields, tracking };
}
