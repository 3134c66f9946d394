import { stripVTControlCharacters } from 'node:util';
import { pino } from 'pino';
import { TerminalOutput } from './readable-lines.js';

describe('the log in a terminal', () => {
  let text = '';
  const output = new TerminalOutput({ write: (written) => (text += written) });
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  const shown = (): string => stripVTControlCharacters(text).replace(/^\d\d:\d\d:\d\d /gm, '');
  beforeEach(() => {
    text = '';
  });

  it('shows a request per line: status, method, route, time and who called', () => {
    const line = (status: number, more: string): string =>
      `{"level":30,"time":"2026-01-16T09:30:00.000Z","requestId":"r1","client":3,"method":"GET","route":"/api/products/{sku}","status":${status},${more}"ms":1.25,"msg":"request"}\n`;
    // As the access log writes the lines of one turn of the event loop.
    output.write(`${line(200, '')}${line(404, '"code":"product_not_found",')}`);
    expect(shown()).toBe(
      '200 GET    /api/products/{sku} 1.25 ms requestId=r1 client=3\n' +
        '404 GET    /api/products/{sku} 1.25 ms requestId=r1 client=3 code=product_not_found\n',
    );
  });

  it('shows messages with their fields, and errors with their stack', () => {
    logger.warn({ address: '10.0.0.1', hops: [1, 2] }, 'X-Forwarded-For is ignored');
    logger.error({ err: new Error('no disk') }, 'failed');
    expect(shown()).toMatch(
      /^X-Forwarded-For is ignored address=10\.0\.0\.1 hops=\[1,2\]\nfailed\nError: no disk\n {4}at /,
    );
  });

  it('passes on what is no line of the log', () => {
    output.write('plain\n');
    expect(text).toBe('plain\n');
  });
});
