import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { exchange, HttpUnanswered } from './exchange.js';

const MEGABYTE = 1024 * 1024;

let server: Server;
let answer: RequestListener;
const call = (timeoutMs = 10_000) => {
  const { port } = server.address() as AddressInfo;
  return exchange({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {}, timeoutMs });
};

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('exchange', () => {
  it('returns the status, the text, the bytes and the JSON of an answer', async () => {
    answer = (_, response) => response.writeHead(418).end('\uFEFF{"awb":12345678901234567890}');
    const { status, text, bytes, body } = await call();
    expect([status, text, body]).toEqual([
      418,
      '{"awb":12345678901234567890}',
      { awb: '12345678901234567890' },
    ]);
    expect(bytes).toHaveLength(31);
    answer = (_, response) => response.end('<html>');
    expect((await call()).body).toBeNull();
    answer = (_, response) => response.writeHead(204).end();
    expect((await call()).text).toBe('');
  });

  it('gives up an answer of more than 5 MB, also a compressed one', async () => {
    answer = (_, response) => response.end('a'.repeat(5 * MEGABYTE));
    expect((await call()).bytes).toHaveLength(5 * MEGABYTE);
    answer = (_, response) => response.end('a'.repeat(5 * MEGABYTE + 1));
    await expect(call()).rejects.toThrow('no answer: it has more than 5242880 bytes');
    const bomb = gzipSync('a'.repeat(100 * MEGABYTE));
    answer = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    await expect(call()).rejects.toThrow(HttpUnanswered);
  });

  it('follows no redirect', async () => {
    const paths: unknown[] = [];
    answer = ({ url }, response) => {
      paths.push(url);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    };
    await expect(call()).rejects.toThrow(HttpUnanswered);
    expect(paths).toEqual(['/']);
  });

  it('waits for the whole answer only as long as it may take', async () => {
    answer = (_, response) => void response.write('{');
    await expect(call(50)).rejects.toThrow('no answer: TimeoutError');
    answer = () => undefined;
    await expect(call(50)).rejects.toThrow(HttpUnanswered);
    answer = (_, response) => response.destroy();
    await expect(call()).rejects.toThrow('no answer: TypeError');
  });
});
