import fc from 'fast-check';
import { journalOf, keyOfJournal } from './refund-keys.js';

describe('the key of a refund at the gateway', () => {
  it('has at least ten characters, and names the journal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (journalId) => {
        expect(keyOfJournal(journalId).length).toBeGreaterThanOrEqual(10);
        expect(journalOf(keyOfJournal(journalId))).toBe(journalId);
      }),
    );
  });

  it.each([null, '', 'journal-1', 'journal-00000001 ', 'INV-00000001'])(
    'is not %p, which another system wrote',
    (key) => {
      expect(journalOf(key)).toBeNull();
    },
  );
});
