import { CourierUnknown } from './courier-errors.js';
import { callCourier } from './courier-http.js';

describe('callCourier', () => {
  it.each([
    ['http://track.delhivery.com/', null],
    ['https://track.delhivery.com.example/', null],
    ['https://track.delhivery.com:8443/', null],
    ['https://track.delhivery.com@127.0.0.1/', null],
    ['https://127.0.0.1/', null],
    ['file:///etc/passwd', null],
    ['no address', null],
    ['https://track.delhivery.com/', 'http://127.0.0.1:1'],
    ['http://127.0.0.1:2/', 'http://127.0.0.1:1'],
    ['http://127.0.0.1:1@127.0.0.1:2/', 'http://127.0.0.1:1'],
  ])('sends nothing to %s', async (url, baseUrl) => {
    const call = { method: 'GET', url, headers: {}, timeoutMs: 1_000 } as const;
    const answer = callCourier(call, { hosts: ['track.delhivery.com'], baseUrl });
    await expect(answer).rejects.toThrow("an address that is not the courier's");
  });

  it('does not know what became of a request without an answer', async () => {
    const call = {
      method: 'GET',
      url: 'http://127.0.0.1:1/',
      headers: {},
      timeoutMs: 1_000,
    } as const;
    const answer = callCourier(call, { hosts: [], baseUrl: 'http://127.0.0.1:1' });
    await expect(answer).rejects.toThrow(CourierUnknown);
  });
});
