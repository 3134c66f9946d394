import { readFileSync } from 'node:fs';
import { demoPicture } from './demo-pictures.js';

const catalog = readFileSync(new URL('./demo-catalog.csv', import.meta.url), 'utf8');

describe('the pictures of the demo', () => {
  it('has one for each that the catalog names, no two products alike', () => {
    const names = [
      ...new Set([...catalog.matchAll(/catalog\/([a-z0-9-]+)\.jpg/g)].map(([, name]) => name!)),
    ];
    const pictures = new Map(names.map((name) => [name, demoPicture(`${name}.svg`)]));
    expect([...pictures].filter(([, picture]) => picture === null)).toEqual([]);
    expect(new Set(pictures.values()).size).toBe(names.length);
  });

  it.each(['none.svg', 'tw-gls-06.jpg', 'tw-xyz-06.svg', '../tw-gls-06.svg'])(
    'has no %s',
    (name) => {
      expect(demoPicture(name)).toBeNull();
    },
  );
});
