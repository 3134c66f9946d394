import { amountInWords } from './amount-in-words.js';

describe('an amount in words', () => {
  it.each([
    [0, 'Rupees Zero Only'],
    [1, 'Rupees Zero and One Paise Only'],
    [100, 'Rupees One Only'],
    [1999, 'Rupees Nineteen and Ninety-Nine Paise Only'],
    [20_00, 'Rupees Twenty Only'],
    [302_931, 'Rupees Three Thousand Twenty-Nine and Thirty-One Paise Only'],
    [100_000_00, 'Rupees One Lakh Only'],
    [
      12_34_567_89,
      'Rupees Twelve Lakh Thirty-Four Thousand Five Hundred Sixty-Seven and Eighty-Nine Paise Only',
    ],
    [1_00_00_000_00, 'Rupees One Crore Only'],
    [1_10_00_00_100_50, 'Rupees One Hundred Ten Crore One Hundred and Fifty Paise Only'],
    [
      12_34_567_00_00_000_00,
      'Rupees Twelve Lakh Thirty-Four Thousand Five Hundred Sixty-Seven Crore Only',
    ],
  ])('%i paise are written as "%s"', (amountMinor, words) => {
    expect(amountInWords(amountMinor)).toBe(words);
  });
});
