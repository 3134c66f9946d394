import createClient from 'openapi-fetch';
import { BASE_URL, HEADERS, ORDER, report } from './access.mjs';
import type { paths } from './generated/api.js';

const client = createClient<paths>({ baseUrl: BASE_URL, headers: HEADERS });
const listed = await client.GET('/api/products');
const placed = await client.POST('/api/orders', { body: ORDER });
report(listed.data?.total, placed.data?.status);
