import { FairQueue } from './fair-queue.js';

describe('FairQueue', () => {
  const filled = (lengthMax: number, entries: string[]): FairQueue<string> => {
    const queue = new FairQueue<string>(lengthMax);
    for (const entry of entries) queue.push(entry[0]!, entry);
    return queue;
  };
  const drained = (queue: FairQueue<string>): string[] => {
    const entries: string[] = [];
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) entries.push(entry);
    return entries;
  };

  it('serves the keys in turn, each in its own order', () => {
    const queue = filled(9, ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.shift()).toBeUndefined();
  });

  it('gives a key that comes back no turn before those that wait', () => {
    const queue = filled(9, ['a1', 'b1', 'c1']);
    expect(queue.shift()).toBe('a1');
    queue.push('a', 'a2');
    expect(drained(queue)).toEqual(['b1', 'c1', 'a2']);
  });

  it('gives up the newest entry of the key with the most, for another key', () => {
    const queue = filled(3, ['a1', 'a2', 'a3']);
    expect(queue.push('b', 'b1')).toBe('a3');
    expect(queue.push('b', 'b2')).toBe('b2');
    expect(drained(queue)).toEqual(['a1', 'b1', 'a2']);
  });

  it('gives up the new entry where no key has more', () => {
    const queue = filled(2, ['a1', 'b1']);
    expect(queue.push('c', 'c1')).toBe('c1');
    expect(queue.push('a', 'a2')).toBe('a2');
    expect(drained(queue)).toEqual(['a1', 'b1']);
    expect(queue.push('a', 'a3')).toBeNull();
  });
});
