import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { guardConnections, type ConnectionLimits } from './connection-guard.js';

let server: Server;
let lines: string[];
const sockets: Socket[] = [];

const serve = async (limits: Partial<ConnectionLimits>): Promise<void> => {
  lines = [];
  server = createServer((_, response) => response.end('answered'));
  const all = { maxPerAddress: 0, isTrusted: () => false, ...limits };
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  guardConnections(server, all, logger);
  await once(server.listen(0, '127.0.0.1'), 'listening');
};
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const port = (): number => (server.address() as AddressInfo).port;
const open = (localAddress = '127.0.0.1'): Socket => {
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
};
/** Returns true if a connection is kept: it gets an answer. */
const isKept = async (localAddress?: string): Promise<boolean> => {
  const socket = open(localAddress);
  socket.write('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
  return Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
};

describe('a server whose connections are limited', () => {
  it('closes what an address opens beyond its limit, and nothing of another address', async () => {
    await serve({ maxPerAddress: 2 });
    const kept = [await isKept(), await isKept(), await isKept(), await isKept('127.0.0.2')];
    expect(kept).toEqual([true, true, false, true]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"address":"127.0.0.1"');
  });

  it('lets an address open others for those that have ended', async () => {
    await serve({ maxPerAddress: 1 });
    expect(await isKept()).toBe(true);
    expect(await isKept()).toBe(false);
    const [first] = sockets;
    const connections = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    first?.destroy();
    while ((await connections()) > 0) await sleep(5);
    expect(await isKept()).toBe(true);
  });

  it('does not limit a trusted address', async () => {
    await serve({ maxPerAddress: 1, isTrusted: (address) => address === '127.0.0.1' });
    expect([await isKept(), await isKept(), await isKept()]).toEqual([true, true, true]);
  });
});
