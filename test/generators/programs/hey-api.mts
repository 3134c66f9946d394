import { BASE_URL, DOMAIN, ORDER, report, TOKEN } from './access.mjs';
import { client } from './generated/client.gen.js';
import { listProducts, placeOrder } from './generated/sdk.gen.js';

// Both headers come from the document's security schemes.
client.setConfig({
  baseUrl: BASE_URL,
  auth: ({ scheme }) => (scheme === 'bearer' ? TOKEN : DOMAIN),
});
const listed = await listProducts();
const placed = await placeOrder({ body: ORDER });
report(listed.data?.total, placed.data?.status);
