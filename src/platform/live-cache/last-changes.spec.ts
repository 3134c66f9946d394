import fc from 'fast-check';
import { LastChanges } from './last-changes.js';

describe('LastChanges', () => {
  it('names the rows of the kinds that changed after a position, ascending and each once', () => {
    const change = fc.record({
      kind: fc.constantFrom('product', 'stock', 'plan'),
      id: fc.integer({ min: 1, max: 300 }),
      position: fc.integer({ min: 1, max: 20 }),
      label: fc.constant(''),
    });
    fc.assert(
      fc.property(
        fc.array(change),
        fc.nat({ max: 20 }),
        fc.nat({ max: 310 }),
        (noted, position, afterId) => {
          const changes = new LastChanges();
          noted.forEach((each) => changes.note(each));
          const wanted = noted
            .filter((each) => each.kind !== 'plan' && each.position > position && each.id > afterId)
            .map(({ id }) => id);
          expect([...changes.since(['product', 'stock'], position, afterId)]).toEqual(
            [...new Set(wanted)].sort((a, b) => a - b),
          );
        },
      ),
    );
  });
});
