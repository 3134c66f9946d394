import { SharedByText } from './shared-by-text.js';

it('has one object for all who use a text, and makes another after the last use', () => {
  const shared = new SharedByText((text) => ({ text }));
  const first = shared.take('a');
  expect(first).toEqual({ text: 'a' });
  expect(shared.take('a')).toBe(first);
  expect(shared.take('b')).toEqual({ text: 'b' });
  shared.release(first);
  expect(shared.take('a')).toBe(first);
  shared.release(first);
  shared.release(first);
  expect(shared.take('a')).not.toBe(first);
});
