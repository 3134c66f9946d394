/** A client with a subscription and a token. @typedef {{ clientId: number, planId: number, headers: Record<string, string> }} StoreClient */

/**
 * Makes one client for each plan through the Admin API.
 *
 * @param {import('./service.js').Service} service
 * @param {number} plans how many there are, `bench-1` and so on
 * @returns {Promise<StoreClient[]>} in the plans' order
 */
export async function giveClients({ baseUrl, adminToken }, plans) {
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
  // Plans were added to an empty database, in this order.
  for (let planId = 1; planId <= plans; planId += 1) {
    const domain = `store-${planId}.example`;
    const { id } = await call('POST', '/clients', { name: domain, email: `hello@${domain}` });
    await call('PUT', `/clients/${id}/subscription`, { plan: `bench-${planId}`, status: 'active' });
    const { token } = await call('POST', `/clients/${id}/tokens`, { domain });
    const headers = { Authorization: `Bearer ${token}`, 'X-Client-Domain': domain };
    clients.push({ clientId: id, planId, headers });
  }
  return clients;
}
