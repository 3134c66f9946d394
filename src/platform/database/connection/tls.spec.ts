import { inWordsOfPg } from './tls.js';

describe('the URL that pg gets', () => {
  it.each([
    ['?sslmode=require', '?sslmode=verify-full'],
    ['?sslmode=allow&host=%2Frun%2Fpg', '?sslmode=verify-full&host=%2Frun%2Fpg'],
    ['?sslmode=verify-ca&sslrootcert=/ca.crt', '?sslmode=verify-full&sslrootcert=%2Fca.crt'],
    ['?sslrootcert=system', '?sslmode=verify-full'],
    ['?sslmode=require&sslrootcert=system', '?sslmode=verify-full'],
    ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
    ['?sslmode=disable', '?sslmode=disable'],
    ['?sslmode=require&sslmode=disable', '?sslmode=require&sslmode=disable'],
    ['?sslmode=no-verify', '?sslmode=no-verify'],
    ['?ssl=true', '?ssl=true'],
    ['', ''],
  ])('has %j in other words', (given, written) => {
    expect(inWordsOfPg(`postgres://u:p%40@/o${given}`)).toBe(`postgres://u:p%40@/o${written}`);
  });
});
