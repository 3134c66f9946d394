import fc from 'fast-check';
import { domainReading, normalizeDomain } from './domain.js';

describe('normalizeDomain', () => {
  it.each([
    ['leaves a plain domain', 'shop.example.com', 'shop.example.com'],
    ['lowers the case', 'Shop.EXAMPLE.com', 'shop.example.com'],
    ['takes https:// off', 'https://shop.example.com', 'shop.example.com'],
    ['takes http:// off', 'http://shop.example.com', 'shop.example.com'],
    ['takes a scheme in capitals off', 'HTTPS://shop.example.com', 'shop.example.com'],
    ['takes www. off', 'www.shop.example.com', 'shop.example.com'],
    ['takes WWW. off', 'WWW.shop.example.com', 'shop.example.com'],
    ['takes scheme and www. off', 'https://www.shop.example.com', 'shop.example.com'],
    ['takes off one www. only', 'www.www.example.com', 'www.example.com'],
    ['takes off one scheme only', 'https://http://example.com', 'http://example.com'],
    ['takes off spaces around it', '  shop.example.com\t', 'shop.example.com'],
    ['has nothing left of nothing', '', ''],
    ['has nothing left of a scheme', 'https://', ''],
    ['keeps a domain that merely begins with www', 'wwwshop.example.com', 'wwwshop.example.com'],
    ['takes a path with a scheme off', 'shop.example/https://a', 'shop.example'],
    ['keeps www. inside', 'shop.www.example.com', 'shop.www.example.com'],
    ['keeps another subdomain', 'm.example.com', 'm.example.com'],
    ['keeps another scheme', 'ftp://example.com', 'ftp://example.com'],
    ['keeps a scheme without slashes', 'https:example.com', 'https:example.com'],
    ['keeps a port', 'https://example.com:8443', 'example.com:8443'],
    ['takes a path off', 'https://example.com/shop', 'example.com'],
    ['takes a slash off', 'example.com/', 'example.com'],
    ['takes a query off', 'https://example.com?page=1', 'example.com'],
    ['takes a final dot off', 'example.com.', 'example.com'],
    ['takes the port of HTTPS off', 'example.com:443', 'example.com'],
    ['takes the port of HTTP off, with dot and path', 'http://example.com.:80/a', 'example.com'],
    ['keeps a port before a path', 'example.com:8443/', 'example.com:8443'],
    ['keeps a port that begins alike', 'example.com:4430', 'example.com:4430'],
  ])('%s', (_, received, compared) => {
    expect(normalizeDomain(received)).toBe(compared);
  });

  it('reads every spelling of a domain as the same one', () => {
    const domain = fc
      .domain()
      .map((name) => name.toLowerCase())
      .filter((name) => !name.startsWith('www.'));
    const scheme = fc.constantFrom('', 'http://', 'https://', 'HTTP://', 'Https://');
    const www = fc.constantFrom('', 'www.', 'WWW.', 'Www.');
    fc.assert(
      fc.property(domain, scheme, www, fc.boolean(), (name, before, host, isLoud) => {
        const spelled = `${before}${host}${isLoud ? name.toUpperCase() : name}`;
        expect(normalizeDomain(spelled)).toBe(name);
      }),
    );
  });
});

describe('domainReading', () => {
  it.each([
    ['Shop.example', '"shop.example"'],
    ['https://www.shop.example', '"shop.example", https:// and www. taken off'],
    [' \twww.shop.example ', '"shop.example", www. taken off'],
    ['HTTP://shop.example/', '"shop.example", HTTP:// and what follows the host taken off'],
    ['shop.example.:443', '"shop.example", the final dot and port 443 taken off'],
    ['www.www.shop.example', '"www.shop.example", www. taken off, the second www. left as it was'],
    [
      'shop.example:8443/cart',
      '"shop.example:8443", what follows the host taken off, the port left as it was',
    ],
  ])('says of %s what was made of it', (received, reading) => {
    expect(domainReading(received)).toBe(`X-Client-Domain was read as ${reading}`);
  });

  it('is of a bounded length', () => {
    expect(domainReading('x'.repeat(10_000)).length).toBeLessThan(400);
  });
});
