import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file as a whole: whoever reads it, after a crash too, finds the old text or the new one. */
export async function writeAtomically(path, text) {
  const next = `${path}.next`;
  const file = await open(next, 'w');
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(next, path);
  await syncFolderOf(path);
}

/** A file of JSON lines that only grows. What append() has promised survives a crash. */
export class Journal {
  #file;
  #appended = Promise.resolve();

  constructor(file) {
    this.#file = file;
  }

  /** Opens the journal, made if need be, and answers it with the entries that were whole. */
  static async open(path) {
    const file = await open(path, 'a+');
    await syncFolderOf(path);
    const text = await file.readFile('utf8');
    // A crash in mid append leaves half a line: nobody was promised that entry, and the next one needs a fresh line.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    await file.truncate(Buffer.byteLength(whole));
    const entries = whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    return { journal: new Journal(file), entries };
  }

  /** Returns once the entry is on the disk; one entry at a time. After a failed append nothing else is appended. */
  append(entry) {
    this.#appended = this.#appended.then(async () => {
      await this.#file.appendFile(`${JSON.stringify(entry)}\n`);
      await this.#file.datasync();
    });
    return this.#appended;
  }
}

/** A new name in a folder is only as durable as the folder. */
async function syncFolderOf(path) {
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
}
