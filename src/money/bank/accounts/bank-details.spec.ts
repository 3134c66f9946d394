import { accountNamedIn } from './bank-details.js';

describe('a text for those who send money', () => {
  it('names the branch and the account', () => {
    expect(accountNamedIn('Indigo Wholesale\nAccount 50100012345678\nIFSC HDFC0000001')).toEqual({
      ifsc: 'HDFC0000001',
      accountLast4: '5678',
    });
  });

  it('may name neither', () => {
    expect(accountNamedIn('Indigo Wholesale, PIN 560038')).toEqual({
      ifsc: null,
      accountLast4: null,
    });
  });
});
