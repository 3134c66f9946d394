import { newPushKey, pushUrlWarnings } from './push-keys.js';

describe('the address of pushes', () => {
  it('has a key of 32 letters that no courier refuses', () => {
    for (let draw = 0; draw < 200; draw += 1) {
      const key = newPushKey();
      expect(key).toMatch(/^[a-z]{32}$/);
      expect(key).not.toMatch(/[krs]/);
    }
  });

  it.each([
    ['https://orders.example/courier-pushes/abc', []],
    ['http://orders.example/courier-pushes/abc', ['not_https']],
    ['https://www.SRI-textiles.example/courier-pushes/abc', ['refused_word']],
    ['http://kr.example/courier-pushes/abc', ['not_https', 'refused_word']],
  ])('%s is warned about: %j', (url, warnings) => {
    expect(pushUrlWarnings(url)).toEqual(warnings);
  });
});
