import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { guardConnections, type ConnectionLimits } from './connection-guard.js';
import { unsentBytes } from './unsent-bytes.js';

/** More than the buffers of the system hold. */
const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');
const HANDLER_MS = 100;
/** More than a caller has to take before it says that it takes more, and less than the system waits for. */
const MORE_THAN_A_SEGMENT = 200_000;
/** More than a caller's own system takes, and less than this one does. */
const SMALL = Buffer.alloc(2 * 1024 * 1024, 'x');

let server: Server;
let lines: string[];
/** Looks at what the callers have taken, as the guard does every five seconds. */
let look: () => Promise<void>;
const sockets: Socket[] = [];

const serve = async (limits: Partial<ConnectionLimits>): Promise<void> => {
  lines = [];
  server = createServer((request, response) => {
    if (request.url === '/slow-handler') setTimeout(() => response.end('done'), HANDLER_MS);
    else response.end(request.url === '/small' ? SMALL : ANSWER);
  });
  const all = { maxPerAddress: 0, isTrusted: () => false, ...limits };
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  guardConnections(server, all, logger, (_ms, work) => {
    look = work;
    return () => undefined;
  });
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
/** Tells whether a connection is kept: it gets an answer. */
const isKept = async (localAddress?: string): Promise<boolean> => {
  const socket = open(localAddress);
  socket.write('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
  return Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
};

/** Makes a caller that asked for the long answer and takes nothing of it, and the server's socket. */
const reading = async (path = '/'): Promise<{ caller: Socket; socket: Socket }> => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const caller = open().pause();
  caller.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [socket] = await connected;
  while (socket.bytesWritten === 0) await sleep(5);
  await settled(socket);
  return { caller, socket };
};
/** Waits until the buffers of the system are full. */
const settled = async (socket: Socket): Promise<void> => {
  const untaken = async () => waitingIn(socket) + ((await unsentBytes([socket])).get(socket) ?? 0);
  let before = -1;
  for (let now = await untaken(); now !== before; now = await untaken()) {
    before = now;
    await sleep(30);
  }
};
const waitingIn = (socket: Socket): number =>
  (socket as Socket & { _handle: { writeQueueSize: number } })._handle.writeQueueSize;
const lookTimes = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await look();
};
/** Lets a caller take some of its answer, so that the system takes more of it. */
const take = async (caller: Socket, socket: Socket): Promise<void> => {
  const before = waitingIn(socket);
  caller.resume();
  while (waitingIn(socket) === before) await sleep(1);
  caller.pause();
  await settled(socket);
};

describe('a server whose callers read slowly', () => {
  it('cuts off a caller that takes nothing of its answer for 30 seconds, and drops the rest', async () => {
    await serve({});
    const { caller, socket } = await reading();
    // The first look begins the count.
    await lookTimes(6);
    expect(socket.destroyed).toBe(false);
    const { bytesWritten } = (socket as Socket & { _handle: { bytesWritten: number } })._handle;
    const takenBySystem = bytesWritten - waitingIn(socket);
    const ended = once(socket, 'close');
    // Some versions of Node.js report the reset as an error first.
    const closed = once(caller, 'close').catch(() => undefined);
    await look();
    await ended;
    let received = 0;
    caller.on('data', (data) => (received += data.length)).resume();
    await closed;
    // After a mere close, the system would send all of it as soon as the caller takes it.
    expect(received).toBeLessThan(takenBySystem);
  });

  it('serves a caller that takes some of its answer now and then', async () => {
    await serve({});
    const { caller, socket } = await reading();
    for (let round = 0; round < 4; round += 1) {
      await lookTimes(6);
      await take(caller, socket);
    }
    expect(socket.destroyed).toBe(false);
    // Its system may still take some of it.
    while (!socket.destroyed) await look();
  });

  (process.platform === 'linux' ? it : it.skip)(
    'serves a caller that takes less than the system notices, and cuts one off whose answer only the system holds',
    async () => {
      await serve({});
      const { caller, socket } = await reading();
      for (let round = 0; round < 4; round += 1) {
        await lookTimes(6);
        let taken = 0;
        caller.on('data', ({ length }) => (taken += length)).resume();
        while (taken < MORE_THAN_A_SEGMENT) await sleep(1);
        caller.pause().removeAllListeners('data');
        await settled(socket);
      }
      expect(socket.destroyed).toBe(false);
      const small = await reading('/small');
      expect(small.socket.writableLength).toBe(0);
      while (!socket.destroyed || !small.socket.destroyed) await look();
    },
  );

  it('forgets how slow a caller was once it has taken its answer', async () => {
    await serve({});
    const { caller, socket } = await reading();
    await lookTimes(6);
    caller.resume();
    const isTaken = async () => socket.writableLength + (await unsentBytes([socket])).size === 0;
    while (!(await isTaken())) await sleep(5);
    caller.pause();
    await lookTimes(20);
    expect(socket.destroyed).toBe(false);
  });

  it('waits for a handler longer than for a caller', async () => {
    await serve({});
    const asked = once(get({ port: port(), path: '/slow-handler' }), 'response');
    await once(server, 'request');
    await lookTimes(20);
    const [response] = (await asked) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});

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
