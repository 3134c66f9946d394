import { jest } from '@jest/globals';
import { reading } from '../../../web/src/api/operations.js';

describe('calls of the dashboard', () => {
  afterEach(() => jest.restoreAllMocks());

  it('leave out headers without a value', async () => {
    const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: [] }));
    const read = reading<{ headers: { 'If-Match'?: string; 'X-Page': string } }, object>('x', '/x');
    const { signal } = new AbortController();
    await read({ headers: { 'If-Match': undefined, 'X-Page': '1' } }).queryFn({ signal });
    const request = new Request('http://localhost/x', send.mock.calls[0]![1]);
    expect([...request.headers]).toEqual([
      ['accept', 'application/json'],
      ['x-page', '1'],
    ]);
  });
});
