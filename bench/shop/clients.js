/** A client with a subscription and a token. @typedef {{ clientId: number, planId: number, headers: Record<string, string> }} StoreClient */

/**
 * Creates clients through the Admin API: the first one for the first plan, and so on.
 *
 * @param {import('./service.js').Service} service
 * @param {{ plans: number, count: number }} how many plans there are, `bench-1` and so on; how many clients to make
 * @returns {Promise<StoreClient[]>}
 */
export async function giveClients({ baseUrl, adminToken }, { plans, count }) {
  const call = async (method, path, body) => {
    const response = await fetch(`${baseUrl}/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()).data;
  };
  const clients = [];
  for (let number = 1; number <= count; number += 1) {
    // Plans were added to an empty database, in this order.
    const planId = 1 + ((number - 1) % plans);
    const domain = `store-${number}.example`;
    const { id } = await call('POST', '/clients', { name: domain, email: `hello@${domain}` });
    await call('PUT', `/clients/${id}/subscription`, { plan: `bench-${planId}`, status: 'active' });
    const { token } = await call('POST', `/clients/${id}/tokens`, { domain });
    const headers = { Authorization: `Bearer ${token}`, 'X-Client-Domain': domain };
    clients.push({ clientId: id, planId, headers });
  }
  return clients;
}
