import { HEADERS, ORDER, report } from './access.mjs';
import { listProducts, placeOrder } from './generated/api.js';

const listed = await listProducts(undefined, { headers: HEADERS });
const placed = await placeOrder(ORDER, { headers: HEADERS });
report(
  listed.status === 200 ? listed.data.total : undefined,
  placed.status === 201 ? placed.data.status : undefined,
);
