/**
 * Makes the poll of each client with its current cursor, so that there is nothing new.
 *
 * @param {{ baseUrl: string, clients: import('../shop/clients.js').StoreClient[] }} shop
 * @param {{ path: string, parameter: string }} feed
 * @returns {Promise<import('./requests.js').Request[]>} in the clients' order
 */
export async function currentPolls({ baseUrl, clients }, feed) {
  const requests = [];
  for (const { headers } of clients) {
    requests.push({ path: await currentPoll(baseUrl, headers, feed), headers });
  }
  return requests;
}

async function currentPoll(baseUrl, headers, { path, parameter }) {
  let current = path;
  for (let hasMore = true; hasMore;) {
    const response = await fetch(`${baseUrl}${current}`, { headers });
    if (!response.ok) throw new Error(`${current}: ${response.status} ${await response.text()}`);
    const { next_cursor: cursor, has_more: more } = await response.json();
    current = `${path}?${parameter}=${cursor}`;
    hasMore = more;
  }
  return current;
}

export const CHANGES = { path: '/api/changes', parameter: 'since' };
export const ORDERS = { path: '/api/orders', parameter: 'cursor' };
