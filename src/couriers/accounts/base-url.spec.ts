import { isAllowedBaseUrl } from './base-url.js';

describe('another address than the courier’s own', () => {
  it.each([
    ['https://staging.example/x', true, false],
    ['http://127.0.0.1:4010', true, true],
    ['http://localhost:4010/', true, true],
    ['http://[::1]:4010', true, true],
    ['http://10.0.0.7', true, false],
    ['http://localhost.example', true, false],
    ['http://user:pass@localhost', false, false],
    ['file:///etc/passwd', false, false],
    ['localhost:4010', false, false],
    ['https://a.example/?x=1', false, false],
  ])('%s is allowed outside of production: %s, within: %s', (url, outside, within) => {
    expect([isAllowedBaseUrl(url, false), isAllowedBaseUrl(url, true)]).toEqual([outside, within]);
  });
});
