import { HashQueue } from './hash-queue.js';

const MINUTE_MS = 60_000;
let nowMs = 0;
let queue: HashQueue<string>;
beforeEach(() => {
  queue = new HashQueue(3, { rate: 2, nowMs: () => nowMs });
});
const push = (names: string[], isKnown: boolean) =>
  names.map((name) => queue.push({ network: name, isKnown }, name));

describe('HashQueue', () => {
  it('serves known callers first, who have places of their own', () => {
    expect(push(['u1', 'u2', 'u3', 'u4'], false)).toEqual([null, null, null, 'u4']);
    expect(push(['k1', 'k2'], true)).toEqual([null, null]);
    expect([1, 2, 3].map(() => queue.shift(false))).toEqual(['k1', 'k2', 'u1']);
  });

  it('says beforehand which unknown callers it has no room for', () => {
    push(['u1', 'u2'], false);
    expect(queue.isFullFor('u3')).toBe(false);
    push(['u2'], false);
    expect(queue.isFullFor('u2')).toBe(true);
    expect(queue.isFullFor('u3')).toBe(false);
    push(['u3'], false);
    expect(queue.isFullFor('u4')).toBe(true);
  });

  it('serves unknown callers one at a time above their rate, until a minute has passed', () => {
    push(['u1', 'u2'], false);
    expect(queue.shift(true)).toBe('u1');
    push(['u3'], false);
    expect(queue.shift(true)).toBeUndefined();
    push(['k1'], true);
    expect(queue.shift(true)).toBe('k1');
    expect(queue.shift(false)).toBe('u2');
    nowMs += MINUTE_MS;
    expect(queue.shift(true)).toBe('u3');
  });
});
