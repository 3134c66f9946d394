import { KnownHeaders } from './known-headers.js';

describe('KnownHeaders', () => {
  it('knows every header of as many tokens as are in use, however often they take turns', () => {
    let tokens = 2;
    const known = new KnownHeaders(() => tokens);
    const headers = ['Bearer a', 'Bearer b', 'Bearer c'];
    headers.forEach((header) => known.keep(header, `hash of ${header}`));
    expect(headers.map((header) => known.hashOf(header))).toEqual([
      undefined,
      'hash of Bearer b',
      'hash of Bearer c',
    ]);
    tokens = 3;
    known.keep('Bearer a', 'hash of Bearer a');
    expect(headers.map((header) => known.hashOf(header))).not.toContain(undefined);
  });

  it('does not keep a header that was padded', () => {
    const known = new KnownHeaders(() => 10);
    const padded = `Bearer${' '.repeat(80)}token`;
    known.keep(padded, 'hash');
    expect(known.hashOf(padded)).toBeUndefined();
  });
});
