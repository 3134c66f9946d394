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
    ['keeps a scheme inside', 'shop.example/https://a', 'shop.example/https://a'],
    ['keeps www. inside', 'shop.www.example.com', 'shop.www.example.com'],
    ['keeps another subdomain', 'm.example.com', 'm.example.com'],
    ['keeps another scheme', 'ftp://example.com', 'ftp://example.com'],
    ['keeps a scheme without slashes', 'https:example.com', 'https:example.com'],
    ['keeps a port', 'https://example.com:8443', 'example.com:8443'],
    ['keeps a path', 'https://example.com/shop', 'example.com/shop'],
    ['keeps a trailing slash', 'https://example.com/', 'example.com/'],
    ['keeps a trailing dot', 'example.com.', 'example.com.'],
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
    ['HTTP://shop.example/', '"shop.example/", HTTP:// taken off, the slash left as it was'],
    ['www.www.shop.example', '"www.shop.example", www. taken off, the second www. left as it was'],
    [
      'shop.example:8443/cart',
      '"shop.example:8443/cart", the port and the slash left as they were',
    ],
  ])('says of %s what was made of it', (received, reading) => {
    expect(domainReading(received)).toBe(`X-Client-Domain was read as ${reading}`);
  });

  it('is of a bounded length', () => {
    expect(domainReading('x'.repeat(10_000)).length).toBeLessThan(400);
  });
});
