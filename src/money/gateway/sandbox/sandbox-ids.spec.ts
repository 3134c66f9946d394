import { identifiersOf } from '../../bank/statement-file/identifiers.js';
import { isUtr } from '../../bank-transfers/utr.js';
import { newUtr } from './sandbox-ids.js';

it('makes only numbers of transfers that a line of a statement is found by, in its reference or its text', () => {
  for (let made = 0; made < 1_000; made += 1) {
    const utr = newUtr();
    expect(isUtr(utr)).toBe(true);
    expect(identifiersOf(utr, 'NEFT', new Set())).toContain(utr);
    expect(identifiersOf('', `NEFT CR-${utr}-SANDBOX`, new Set())).toContain(utr);
  }
});
