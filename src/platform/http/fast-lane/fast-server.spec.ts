import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestEnd } from '../connections/request-follower.js';
import type { Answer } from '../representation/representation.js';
import type { FastLane } from './fast-lane.js';
import { FastServer } from './fast-server.js';
import type { LaneAnswer } from './lane-context.js';

const TEXT = 'answered by the lane';
const BY_NODE = 'answered by Node';

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

let server: FastServer;
let ends: RequestEnd[];
let isLeaving: boolean;
/** Answers of the lane that were requested and are held back. */
let held: ((answer: Answer) => void)[];
const open = new Set<Socket>();

beforeEach(async () => {
  [ends, held, isLeaving] = [[], [], false];
  server = new FastServer({ keepAliveTimeout: 20_000, headersTimeout: 10_000 }, (_, response) =>
    response.end(BY_NODE),
  );
  const lane = {
    find: ({ url = '' }) => (url.startsWith('/fast') ? { url } : null),
    answer: ({ url }: { url: string }, _: unknown, write: (answer: LaneAnswer) => void) => {
      const send = (one: Answer): void => write({ ...one, isLast: url === '/fast/last' });
      if (url === '/fast/held') held.push(send);
      else send(answer(url === '/fast/large' ? 'a'.repeat(50_000_000) : TEXT));
    },
  } as unknown as FastLane;
  server.recognizeWith({
    lane,
    isLeaving: () => isLeaving,
    follower: { begin: () => undefined, end: (_, end) => void ends.push(end) },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answer(text: string): Answer {
  const length = Buffer.byteLength(text);
  return {
    status: 200,
    headers: ['Content-Length', String(length)],
    content: { parts: [text], length },
  };
}

async function caller(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  open.add(socket.once('close', () => open.delete(socket)));
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'connect');
  return { socket, received: () => text };
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

describe('FastServer', () => {
  it('answers one request after the other, and hands the connection to Node with the first that it does not know', async () => {
    const { socket, received } = await caller();
    socket.write(get('/fast/held'));
    await until(() => held.length === 1);
    for (const path of ['/fast', '/other', '/fast']) {
      socket.write(get(path));
      await sleep(20);
    }
    expect(received()).toBe('');
    held[0]!(answer('the first'));
    await until(() => received().split(BY_NODE).length === 3);
    const bodies = [...received().matchAll(/the first|answered by (the lane|Node)/g)].map(
      ([one]) => one,
    );
    expect(bodies).toEqual(['the first', TEXT, BY_NODE, BY_NODE]);
    expect(ends).toHaveLength(2);
  });

  it('answers a caller that has shut its side, and closes the connection then', async () => {
    const { socket, received } = await caller();
    socket.end(get('/fast/held'));
    await until(() => held.length === 1);
    held[0]!(answer(TEXT));
    await once(socket, 'close');
    expect(received()).toContain(TEXT);
    expect(ends).toMatchObject([{ status: 200, isAborted: false }]);
  });

  it.each([
    ['a caller that wants it', '/fast', 'Connection: close\r\n', () => undefined],
    ['any caller while the instance is leaving', '/fast', '', () => (isLeaving = true)],
    ['a caller whose answer is to be the last', '/fast/last', '', () => undefined],
  ])('closes the connection of %s with its answer', async (_, path, header, prepare) => {
    prepare();
    const { socket, received } = await caller();
    socket.write(get(path, header));
    await once(socket, 'end');
    expect(received()).toMatch(/^Connection: close\r$/m);
    expect(received()).toContain(TEXT);
  });

  it('tells of a caller that went away before its answer', async () => {
    const { socket } = await caller();
    socket.write(get('/fast/held'));
    await until(() => held.length === 1);
    socket.resetAndDestroy();
    await until(() => ends.length === 1);
    expect(ends).toMatchObject([{ isAborted: true }]);
    held[0]!(answer(TEXT));
    await sleep(20);
    expect(ends).toHaveLength(1);
  });

  it('waits with the next request until the caller has read, and counts an answer that it never reads as aborted', async () => {
    const { socket } = await caller();
    socket.pause();
    socket.write(get('/fast/large'));
    await sleep(20);
    socket.write(get('/fast/held'));
    await sleep(100);
    expect([ends, held]).toEqual([[], []]);
    socket.resetAndDestroy();
    await until(() => ends.length === 1);
    expect(ends).toMatchObject([{ isAborted: true }]);
  });

  it('closes used connections when they are idle, and all of them when told so', async () => {
    const [used, busy, unused] = [await caller(), await caller(), await caller()];
    used.socket.write(get('/fast'));
    busy.socket.write(get('/fast/held'));
    await until(() => used.received() !== '' && held.length === 1);
    await sleep(20);
    server.closeIdleConnections();
    await once(used.socket, 'end');
    expect([busy.socket.readableEnded, unused.socket.readableEnded]).toEqual([false, false]);
    const ended = [busy, unused].map(({ socket }) => once(socket, 'end'));
    server.closeAllConnections();
    await Promise.all(ended);
  });

  it('closes connections that wait longer than they may', async () => {
    const [used, unused] = [await caller(), await caller()];
    used.socket.write(get('/fast'));
    await until(() => used.received() !== '');
    server.headersTimeout = 1;
    await once(unused.socket, 'end');
    expect(used.socket.readableEnded).toBe(false);
    server.keepAliveTimeout = 1;
    await once(used.socket, 'end');
  });
});

describe('FastServer with a body that is made while it is sent', () => {
  it('makes it as its caller takes it, and answers the next request after it', async () => {
    const { socket, received } = await caller();
    socket.pause();
    socket.write(get('/fast/held'));
    await until(() => held.length === 1);
    const [parts, bytes] = [64, 1_000_000];
    let made = 0;
    function* rest(): Generator<Buffer, void> {
      while (made < parts) yield Buffer.alloc(bytes, String((made += 1) % 10));
    }
    const length = parts * bytes;
    const headers = ['Content-Length', String(length)];
    held[0]!({ status: 200, headers, content: { parts: [], rest: rest(), length } });
    let before = -1;
    while (before !== made) {
      before = made;
      await sleep(100);
    }
    // As much as the system takes for a caller that reads nothing.
    expect(made).toBeLessThan(parts / 2);
    expect(ends).toEqual([]);
    socket.resume();
    await until(() => ends.length === 1);
    socket.write(get('/fast'));
    await until(() => received().endsWith(TEXT));
    const body = received().slice(received().indexOf('\r\n\r\n') + 4);
    expect(body.lastIndexOf('HTTP/1.1 200')).toBe(length);
    expect(body[0]).toBe('1');
    expect(body[length - 1]).toBe(String(parts % 10));
  });

  it('stops when its caller goes away', async () => {
    const { socket } = await caller();
    socket.pause();
    socket.write(get('/fast/held'));
    await until(() => held.length === 1);
    let made = 0;
    function* rest(): Generator<Buffer, void> {
      for (;;) yield Buffer.alloc(1_000_000, String((made += 1) % 10));
    }
    const headers = ['Content-Length', '999999999999'];
    held[0]!({ status: 200, headers, content: { parts: [], rest: rest(), length: 999999999999 } });
    await until(() => made > 1);
    socket.resetAndDestroy();
    await until(() => ends.length === 1);
    expect(ends).toMatchObject([{ isAborted: true }]);
    const before = made;
    await sleep(50);
    expect(made).toBe(before);
  });
});
