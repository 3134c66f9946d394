import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { guardConnections, type ConnectionLimits } from './connection-guard.js';

/** More than the buffers of the system hold. */
const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');
const HANDLER_MS = 700;

describe('a server whose connections are guarded', () => {
  let server: Server;
  let lines: string[];
  const sockets: Socket[] = [];

  const serve = async (limits: Partial<ConnectionLimits>): Promise<void> => {
    lines = [];
    server = createServer((request, response) => {
      if (request.url === '/slow-handler') setTimeout(() => response.end('done'), HANDLER_MS);
      else response.end(ANSWER);
    });
    const all = { maxPerAddress: 0, isTrusted: () => false, stallMs: 30_000, ...limits };
    guardConnections(server, all, pino({}, { write: (line: string) => lines.push(line) }));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  };
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  const port = (): number => (server.address() as AddressInfo).port;
  const open = (localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ port: port(), host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** Returns whether a connection is kept: it gets an answer. */
  const isKept = async (localAddress?: string): Promise<boolean> => {
    const socket = open(localAddress);
    socket.write('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
    return Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ]);
  };

  it('cuts off a caller that takes nothing of its answer', async () => {
    await serve({ stallMs: 200 });
    const ended = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    open().pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await ended;
  });

  it('serves a slow caller that takes some of it now and then', async () => {
    await serve({ stallMs: 1_000 });
    const socket = open();
    let received = 0;
    socket.on('data', (data) => {
      received += data.length;
      socket.pause();
      // Longer in all than a caller may take nothing.
      setTimeout(() => socket.resume(), 1);
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket, 'end');
    expect(received).toBeGreaterThan(ANSWER.length);
  });

  it('waits for a handler longer than for a caller', async () => {
    await serve({ stallMs: 100 });
    const [response] = (await once(get({ port: port(), path: '/slow-handler' }), 'response')) as [
      IncomingMessage,
    ];
    expect(response.statusCode).toBe(200);
    response.resume();
  });

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
