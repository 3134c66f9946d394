import { isDatabaseUrl, passwordOf, placeOf, serverUrls } from './database-url.js';

describe('a database URL', () => {
  it.each([
    ['postgres://db/orders', ['postgres://db/orders']],
    [
      'postgres://u:p%40@a,b:5433,[::1]:5434/orders?sslmode=require',
      [
        'postgres://u:p%40@a/orders?sslmode=require',
        'postgres://u:p%40@b:5433/orders?sslmode=require',
        'postgres://u:p%40@[::1]:5434/orders?sslmode=require',
      ],
    ],
    ['postgres://u@/orders?host=/run/pg', ['postgres://u@/orders?host=/run/pg']],
  ])('%s names its servers', (url, urls) => {
    expect(serverUrls(url)).toEqual(urls);
  });

  it.each([
    ['?target_session_attrs=read-write', ''],
    ['?target_session_attrs=read-write&sslmode=require', '?sslmode=require'],
    ['?sslmode=require&target_session_attrs=primary', '?sslmode=require'],
    ['?a=1&target_session_attrs=any&b=2', '?a=1&b=2'],
  ])('leaves what asks for a primary to the service: %s', (parameters, left) => {
    expect(serverUrls(`postgres://a/orders${parameters}`)).toEqual([`postgres://a/orders${left}`]);
  });

  it.each([
    ['postgres://u@db.example:5433/orders', { host: 'db.example', port: 5433 }],
    ['postgres://u@[fe80::1]/orders', { host: 'fe80::1', port: 5432 }],
  ])('says where the server of %s listens', (url, place) => {
    expect(placeOf(url)).toEqual(place);
  });

  it.each([
    'postgres://db/orders',
    'postgresql://u:p@a,b,c/orders?target_session_attrs=primary',
    'postgres://u@[::1]:5433,[::2]/orders',
    'postgres://u@/orders?host=%2Frun%2Fpg',
  ])('may be %s', (url) => {
    expect(isDatabaseUrl(url)).toBe(true);
  });

  it.each([
    'mysql://db/orders',
    'postgres://u:ge%ht@db/orders',
    'postgres://db:port/orders',
    'postgres://a,,b/orders',
    'postgres://a,b:99999/orders',
    'postgres://a,b/orders?host=c',
    'postgres://a,b/orders?target_session_attrs=standby',
    'postgres://a,b/orders?target_session_attrs=read-only',
  ])('may not be %s', (url) => {
    expect(isDatabaseUrl(url)).toBe(false);
  });
});

it.each([
  ['postgres://service:a%40b@db,other/orders?x=@', 'a@b'],
  ['postgresql://service:pass:word@/orders?host=/run', 'pass:word'],
  ['postgres://service@db:5432/orders', undefined],
  ['postgres://db:5432/a:b@c', undefined],
])('reads the password of %s', (url, password) => {
  expect(passwordOf(url)).toBe(password);
});
