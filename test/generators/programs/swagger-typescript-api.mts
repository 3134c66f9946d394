import { BASE_URL, HEADERS, ORDER, report } from './access.mjs';
import { Api } from './generated/api.js';

const client = new Api({ baseUrl: BASE_URL, baseApiParams: { headers: HEADERS, format: 'json' } });
const listed = await client.api.listProducts();
const placed = await client.api.placeOrder(ORDER);
report(listed.data.total, placed.data.status);
