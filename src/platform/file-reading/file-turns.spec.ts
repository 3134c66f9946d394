import { FileTurns, type QueuedFile } from './file-turns.js';

const LARGE = 31_000;
const SMALL = 80;

const settled = (): Promise<void> => new Promise(setImmediate);

/** Reads files in turns that end when the test says so. */
function givenTurns() {
  const turns = new FileTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (name: string, file: QueuedFile, isFirst = false): Promise<void> =>
    turns.take(
      file,
      () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      },
      isFirst,
    );
  /** Sends a file of a person. Returns its place. */
  const send = async (name: string, bytes: number): Promise<number> => {
    const { file, place } = turns.join(name[0]!, bytes);
    void read(name, file).then(() => turns.leave(file));
    await settled();
    return place;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await settled();
  };
  return { turns, begun, read, send, end };
}

describe('the turns of files', () => {
  it("put a person's next file behind the first ones of others", async () => {
    const { begun, send, end } = givenTurns();
    const places: number[] = [];
    for (const name of ['w1', 'w2', 'w3', 'f1', 'f2', 'o1']) places.push(await send(name, LARGE));
    expect(places).toEqual([1, 2, 3, 2, 4, 3]);
    for (const name of ['w1', 'f1', 'o1', 'w2', 'f2']) await end(name);
    expect(begun).toEqual(['w1', 'f1', 'o1', 'w2', 'f2', 'w3']);
  });

  it('let no one who comes again and again be before one who waits', async () => {
    const { begun, send, end } = givenTurns();
    for (const name of ['w1', 'w2', 'f1']) await send(name, LARGE);
    await end('w1');
    await end('f1');
    // Finance has no other file, so it is as one who comes for the first time, but after the round that goes on.
    await send('f2', LARGE);
    await end('w2');
    expect(begun).toEqual(['w1', 'f1', 'w2', 'f2']);
  });

  it('have a lane for small files', async () => {
    const { begun, send, end } = givenTurns();
    for (const name of ['w1', 'w2']) await send(name, LARGE);
    expect(await send('f1', SMALL)).toBe(1);
    expect(begun).toEqual(['w1', 'f1']);
    await end('f1');
    expect(begun).toEqual(['w1', 'f1']);
  });

  it('read one file of a person at a time, in whichever lane', async () => {
    const { begun, send, end } = givenTurns();
    await send('w1', LARGE);
    await send('w2', SMALL);
    await send('f1', SMALL);
    expect(begun).toEqual(['w1', 'f1']);
    await end('f1');
    expect(begun).toEqual(['w1', 'f1']);
    await end('w1');
    expect(begun).toEqual(['w1', 'f1', 'w2']);
  });

  it('go on with a file whose reader holds a transaction before all that wait', async () => {
    const { turns, begun, read, send, end } = givenTurns();
    const { file } = turns.join('c', LARGE);
    void read('c1', file);
    await settled();
    for (const name of ['w1', 'f1']) await send(name, LARGE);
    await end('c1');
    void read('c2', file, true);
    void read('c3', file, true);
    await end('w1');
    await end('c2');
    await end('c3');
    expect(begun).toEqual(['c1', 'w1', 'c2', 'c3', 'f1']);
  });

  it('refuse the eleventh file of one person, and none of others', async () => {
    const { send, end } = givenTurns();
    for (let count = 0; count < 10; count += 1) await send(`w${count}`, LARGE);
    await expect(send('w10', SMALL)).rejects.toThrow(
      '10 of your files are being read or wait for it',
    );
    expect(await send('f1', LARGE)).toBe(2);
    await end('w0');
    expect(await send('w10', LARGE)).toBe(11);
  });

  it('go on after a file that cannot be read', async () => {
    const { turns, begun, send } = givenTurns();
    const { file } = turns.join('w', LARGE);
    const failing = turns.take(file, () => Promise.reject(new Error('broken')));
    await Promise.all([expect(failing).rejects.toThrow('broken'), send('f1', LARGE)]);
    expect(begun).toEqual(['f1']);
  });
});
