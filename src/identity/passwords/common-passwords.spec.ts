import { statSync } from 'node:fs';
import { isCommonPassword } from './common-passwords.js';

describe('isCommonPassword', () => {
  it.each([
    '123qweasdzxc',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    'qwerty123456',
    'PasswordPassword',
    'MANCHESTERUNITED',
    'qazwsxedcrfv',
    'vjhtgjrjktyj',
  ])('knows %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'correct horse battery staple',
    'a password of some length',
    'nine turtles in a row',
    '',
  ])('does not know %j', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('knows full-width characters as what they stand for', () => {
    expect(isCommonPassword('ｑｗｅｒｔｙ123456')).toBe(true);
  });

  it('takes hardly any other password for a common one', () => {
    const others = Array.from({ length: 20_000 }, (_, index) => `another password ${index}`);
    expect(others.filter(isCommonPassword)).toEqual([]);
  });

  it('has a file of a few hundred kilobytes, with some fifty thousand passwords', () => {
    const { size } = statSync(new URL('./common-passwords.bin', import.meta.url));
    expect(size / 5).toBe(54_863);
  });
});
