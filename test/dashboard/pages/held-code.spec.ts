import { HeldCode } from '../../../web/src/shared/camera/held-code.js';

/** Shows codes to a camera, each with the milliseconds since the code before. Returns those that were taken. */
function takenOf(...shown: [after: number, ...codes: string[]][]): string[] {
  const held = new HeldCode();
  let now = 0;
  return shown.flatMap(([after, ...codes]) => {
    now += after;
    return held.next(codes, now) ?? [];
  });
}

describe('a bar code before the camera', () => {
  it('is taken once while it is held, however long', () => {
    expect(takenOf([0, 'A'], [100, 'A'], [999, 'A'], [100], [800, 'A'], [999, 'A'])).toEqual(['A']);
    // A device that is slow, or busy, and that misses a code in one of its pictures.
    expect(takenOf([0, 'A'], [5_000, 'A'], [2_000], [2_000, 'A'])).toEqual(['A']);
  });

  it('is taken again after a second of nothing, or after another code', () => {
    expect(takenOf([0, 'A'], [100], [1_000], [100, 'A'])).toEqual(['A', 'A']);
    expect(takenOf([0, 'A'], [100], [999], [100, 'A'])).toEqual(['A']);
    expect(takenOf([0, 'A'], [100, 'B'], [100, 'A'])).toEqual(['A', 'B', 'A']);
  });

  it('is not taken next to another one, also if only one of them is seen now and then', () => {
    expect(takenOf([0, 'A', 'B'], [100, 'A'], [100, 'B'], [100, 'A'])).toEqual([]);
    expect(takenOf([0, 'A'], [100, 'A', 'B'], [100, 'B'], [100, 'A'])).toEqual(['A']);
    // The same code twice is one.
    expect(takenOf([0, 'A', 'A'])).toEqual(['A']);
  });
});
