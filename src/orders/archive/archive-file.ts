import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Size and hash of a file on disk. */
export interface StoredFile {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

const PART = '.part';

/** Refusal to archive anything; the message says why in one sentence. */
export class ArchiveRefused extends Error {}

/**
 * A file of archived orders: gzip of JSON lines, next to a file with its checksum. Both end in `.part` until they are
 * published, which takes no more space.
 * - published files are never written to again
 */
export class ArchiveFile {
  private readonly path: string;
  private readonly checksumPath: string;

  constructor(
    folder: string,
    private readonly name: string,
  ) {
    this.path = join(folder, name);
    this.checksumPath = `${this.path}.sha256`;
  }

  /**
   * Writes the lines into the partial file, and its checksum into another one. Resolves once both and their names are on disk,
   * and the lines were read back.
   * - overwrites the files of an earlier run
   *
   * @throws ArchiveRefused when the file exists already; Error when the part does not hold what was written
   */
  async writePart(lines: AsyncIterable<string>): Promise<StoredFile> {
    if (await exists(this.path)) {
      throw new ArchiveRefused(
        `${this.path} exists, but this database has no such archive. Use a folder of its own for each database, and move away what was archived after the backup that it was restored from.`,
      );
    }
    const text = new Digest();
    const file = new Digest();
    await pipeline(
      Readable.from(lines),
      text,
      createGzip(),
      file,
      createWriteStream(this.path + PART, { mode: 0o600 }),
    );
    await sync(this.path + PART);
    const [storedFile, storedText] = await this.readPart();
    if (storedFile.sha256 !== file.sha256 || storedText.sha256 !== text.sha256) {
      throw new Error(`${this.path}${PART} does not hold what was written to it`);
    }
    await this.writeChecksum(file.sha256);
    return { bytes: file.bytes, sha256: file.sha256 };
  }

  /**
   * Publishes the partial files under their final names. May be repeated.
   *
   * @throws ArchiveRefused when the file is not there with this checksum
   */
  async publish(sha256: string): Promise<void> {
    if (await exists(this.path + PART)) await rename(this.path + PART, this.path);
    if ((await this.problem(sha256)) !== null) {
      throw new ArchiveRefused(
        `${this.path} is not there, or has another checksum than ${sha256}. The last run ended before it was published: run this again with the folder of that run.`,
      );
    }
    // Published already; or by an earlier release, which may have left an incomplete one.
    if (!(await exists(this.checksumPath + PART))) await this.writeChecksum(sha256);
    await rename(this.checksumPath + PART, this.checksumPath);
    await sync(dirname(this.path));
  }

  /** Reads the published file. Returns what is wrong with it; null if nothing is. */
  async problem(sha256: string): Promise<string | null> {
    if (!(await exists(this.path))) return 'is missing';
    return (await checksumOf(this.path)) === sha256 ? null : 'has another checksum';
  }

  private async writeChecksum(sha256: string): Promise<void> {
    // As sha256sum reads it.
    await writeFile(this.checksumPath + PART, `${sha256}  ${this.name}\n`, { mode: 0o600 });
    await sync(this.checksumPath + PART);
    await sync(dirname(this.path));
  }

  private async readPart(): Promise<[Digest, Digest]> {
    const file = new Digest();
    const text = new Digest();
    await pipeline(createReadStream(this.path + PART), file, createGunzip(), text, drain);
    return [file, text];
  }
}

/** Passes bytes on while it counts and hashes them. */
class Digest extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');
  private hex = '';

  override _transform(chunk: Buffer, _encoding: string, done: (e: null, c: Buffer) => void): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.hex = this.hash.digest('hex');
    done();
  }

  /** Complete once all bytes have passed. */
  get sha256(): string {
    return this.hex;
  }
}

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of source) void chunk;
}

async function checksumOf(path: string): Promise<string> {
  const file = new Digest();
  await pipeline(createReadStream(path), file, drain);
  return file.sha256;
}

/** Waits until a file, or the names in a folder, are on disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
