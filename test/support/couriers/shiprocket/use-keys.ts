import { ADMIN_TOKEN } from '../../app.js';
import { SHIPROCKET_KEYS } from '../shiprocket-harness.js';
import { ShiprocketStub } from './stub.js';

interface Added {
  account: { id: number; push: { url: string; header: string } };
  push_secret: string;
}

/**
 * Uses an account with a courier in each way that its keys take part in, also with answers that repeat them.
 *
 * @returns the keys, the session, and what proves a push
 */
export async function useCourierKeys(baseUrl: string, adminToken = ADMIN_TOKEN): Promise<string[]> {
  const stub = await ShiprocketStub.open();
  const send = async (path: string, headers: Record<string, string>, body: unknown) => {
    const all = { 'Content-Type': 'application/json', ...headers };
    const sent = { method: 'POST', headers: all, body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}${path}`, sent);
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
  };
  const admin = (path: string, body: object = {}) =>
    send(`/admin/courier-accounts${path}`, { Authorization: `Bearer ${adminToken}` }, body);
  const keys = Object.entries(SHIPROCKET_KEYS).map(([name, value]) => ({ name, value }));
  const facts = { kind: 'shiprocket', name: 'Secret', environment: 'live', base_url: stub.url };
  const added = (await admin('', { ...facts, keys })).data as Added;
  const check = () => admin(`/${added.account.id}/check`);
  expect((await check()).data).toMatchObject({ passed: true });
  const secrets = [...Object.values(SHIPROCKET_KEYS), ...stub.tokens];
  const words = secrets.join(' ');
  for (const [status, body] of [
    [500, words],
    [200, words],
    [400, { message: words }],
  ] as const) {
    stub.plan('/settings/company/pickup', { status, body });
    await check();
  }
  stub.tokens.clear();
  stub.plan('/auth/login', { status: 403, body: { message: words } });
  expect((await check()).data).toMatchObject({ passed: false });
  const { pathname } = new URL(added.account.push.url);
  const push = (secret: string, body: unknown) =>
    send(pathname, { [added.account.push.header]: secret }, body);
  const pushes = [
    await push('wrong', {}),
    await push(added.push_secret, { awb: 1 }),
    await push(added.push_secret, 'x'.repeat(300_000)),
  ];
  expect(pushes.map(({ status }) => status)).toEqual([401, 200, 413]);
  await stub.close();
  return [...secrets, added.push_secret, pathname.split('/').at(-1)!];
}
