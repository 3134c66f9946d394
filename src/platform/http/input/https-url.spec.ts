import { allowLocalPictures, isPictureUrl } from './https-url.js';

const LOCAL = [
  ...['http://localhost:3000/a.jpg', 'http://127.0.0.1/a.jpg', 'https://127.0.0.1/a.jpg'],
  ...['https://10.0.0.7:8443/a.jpg', 'https://203.0.113.9/a.jpg', 'https://[::1]/a.jpg'],
  ...['https://shop.localhost/a.jpg', 'https://nas.local/a.jpg', 'https://NAS.Internal/a.jpg'],
  'https://printer.home.arpa/a.jpg',
];

describe("a picture's address", () => {
  afterEach(() => allowLocalPictures(true));

  it.each(LOCAL)('may be %s in a trial, and not in production', (url) => {
    expect(isPictureUrl(url)).toBe(true);
    allowLocalPictures(false);
    expect(isPictureUrl(url)).toBe(false);
  });

  it.each(['https://images.example.com/a.jpg', 'https://localhost.example.com:8443/a?b=10.0.0.7'])(
    'may be %s in production',
    (url) => {
      allowLocalPictures(false);
      expect(isPictureUrl(url)).toBe(true);
    },
  );

  it.each(['https://2130706433/a', 'https://0x7f.1/a', 'https://localhost./a', 'https://a@b.in/a'])(
    'is never %s',
    (url) => {
      expect(isPictureUrl(url)).toBe(false);
    },
  );
});
