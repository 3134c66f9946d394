import type { Logger } from 'pino';
import { readSettings } from '../../../settings.js';
import type { RequestHead } from '../request-context.js';
import { hostRefusal } from './host-header.js';

const URLS = {
  PUBLIC_URL: 'https://orders.example:8443',
  OPERATIONS_PORT: '3001',
  OPERATIONS_URL: 'https://office.example',
};

/** Makes the refusal of hosts with these settings, and the hosts that it logs. */
function givenRefusal(env: Record<string, string>) {
  const logged: string[] = [];
  const logger = { warn: ({ host }: { host: string }) => logged.push(host) } as unknown as Logger;
  const refuses = hostRefusal(readSettings(env), logger);
  const asked = (host: string | undefined, url = '/dashboard', authorization?: string): boolean =>
    refuses({ url, headers: { host, authorization } } as RequestHead);
  return { asked, logged };
}

describe('hostRefusal', () => {
  const { asked } = givenRefusal({ ...URLS, ALLOWED_HOSTS: 'Shop.example, old.example' });

  it.each([
    ...['orders.example', 'ORDERS.example:443', 'orders.example.', 'office.example:1'],
    ...['shop.example', 'old.example:8080', 'localhost', 'localhost:3000', '127.0.0.1:3000'],
    ...['10.0.0.7', '[::1]:3000', '[fd00::3]', undefined],
  ])('lets the pages answer at %s', (host) => {
    expect(asked(host)).toBe(false);
  });

  it.each([
    ...['evil.example', 'orders.example.evil.example', 'my-orders.example', 'my.shop.example'],
    ...['localhost.evil.example', '127.0.0.1.evil.example', 'orders.example:x', ''],
  ])('refuses the pages at %j', (host) => {
    expect(asked(host)).toBe(true);
  });

  it.each([
    ...['/', '/docs', '/docs/start', '/llms.txt', '/dashboard/api/session', '/admin/plans'],
    ...['/api-docs', '//api/products', '/%64ocs', '/metrics-page', '/administration'],
  ])('refuses %s at a foreign host', (url) => {
    expect(asked('evil.example', url)).toBe(true);
  });

  it.each([...['/api/products', '/api?x', '/health/ready', '/metrics', '/gateway/notices']])(
    'leaves %s to programs at any host',
    (url) => {
      expect(asked('evil.example', url)).toBe(false);
    },
  );

  it('leaves the Admin API to a caller with a token at any host', () => {
    expect(asked('evil.example', '/admin/plans', 'Bearer x')).toBe(false);
    expect(asked('evil.example', '/docs/admin', 'Bearer x')).toBe(true);
  });

  it('logs each of the first twenty foreign hosts once without ALLOWED_HOSTS, and refuses none', () => {
    const { asked: ask, logged } = givenRefusal(URLS);
    const hosts = Array.from({ length: 30 }, (_, index) => `evil-${index}.example`);
    for (const host of ['orders.example', ...hosts, ...hosts]) expect(ask(host)).toBe(false);
    expect(ask('evil.example', '/api/me')).toBe(false);
    expect(logged).toEqual(hosts.slice(0, 20));
  });

  it('knows no foreign host without PUBLIC_URL', () => {
    const { asked: ask, logged } = givenRefusal({});
    expect(ask('evil.example')).toBe(false);
    expect(logged).toEqual([]);
  });
});
