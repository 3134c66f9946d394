import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file atomically: every reader finds the old text or the new one, even after a crash. */
export async function writeAtomically(path, text) {
  const next = `${path}.next`;
  const file = await open(next, 'w');
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(next, path);
  await syncFolderOf(path);
}

/** An append-only file of JSON lines. An entry survives a crash once append() has resolved. */
export class Journal {
  #file;
  #appended = Promise.resolve();

  constructor(file) {
    this.#file = file;
  }

  /** Opens or creates the journal. Returns it with its complete entries. */
  static async open(path) {
    const file = await open(path, 'a+');
    await syncFolderOf(path);
    const text = await file.readFile('utf8');
    // A crash during an append leaves half a line. Its append() never resolved, so the line can be cut off.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    await file.truncate(Buffer.byteLength(whole));
    const entries = whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    return { journal: new Journal(file), entries };
  }

  /** Resolves once the entry is on disk. Appends one entry at a time; after a failure, all later appends fail. */
  append(entry) {
    this.#appended = this.#appended.then(async () => {
      await this.#file.appendFile(`${JSON.stringify(entry)}\n`);
      await this.#file.datasync();
    });
    return this.#appended;
  }
}

/** Syncs the folder of a file. A new file name survives a crash only if its folder was synced too. */
async function syncFolderOf(path) {
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
}
