import fc from 'fast-check';
import type { CatalogProduct } from '../priced-product.js';
import { blockNumberOf, blocksAfter, firstAfter, ProductBlocks } from './product-blocks.js';

function product(id: number): CatalogProduct {
  return { facts: { id } } as CatalogProduct;
}

describe('ProductBlocks', () => {
  it('has every product in the block of its id, ascending after any puts and removals', () => {
    const change = fc.record({ id: fc.integer({ min: 1, max: 400 }), isRemoved: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change), fc.integer({ max: 500 }), (changes, afterId) => {
        const blocks = new ProductBlocks();
        const expected = new Map<number, CatalogProduct>();
        for (const { id, isRemoved } of changes) {
          if (isRemoved) {
            blocks.remove(id);
            expected.delete(id);
          } else {
            const put = product(id);
            blocks.put(put);
            expected.set(id, put);
          }
        }
        const list = blocks.list();
        const ids = [...expected.keys()].sort((a, b) => a - b);
        expect(list.flat().map(({ facts }) => facts.id)).toEqual(ids);
        for (const block of list) {
          expect(new Set(block.map(({ facts }) => blockNumberOf(facts.id))).size).toBe(1);
        }
        for (const id of [...ids, 401]) expect(blocks.get(id)).toBe(expected.get(id));
        const after = blocksAfter(list, afterId).flatMap((block) =>
          block.slice(firstAfter(block, afterId)),
        );
        expect(after.map(({ facts }) => facts.id)).toEqual(ids.filter((id) => id > afterId));
      }),
    );
  });

  it('leaves a list as it is, and the other blocks of the next one', () => {
    const blocks = new ProductBlocks();
    [1, 2, 65].forEach((id) => blocks.put(product(id)));
    const before = blocks.list();
    const copy = before.map((block) => [...block]);
    expect(blocks.list()).toBe(before);
    blocks.put(product(2));
    blocks.remove(65);
    expect(before).toEqual(copy);
    blocks.put(product(65));
    blocks.put(product(129));
    const [first, second, third] = blocks.list();
    expect(first).not.toBe(before[0]);
    expect(second).not.toBe(before[1]);
    blocks.remove(1);
    expect(blocks.list().slice(1)).toEqual([second, third]);
    expect(blocks.list()[1]).toBe(second);
  });
});
