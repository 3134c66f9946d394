import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';

/** Takes a fifth of the time of the default level, for a third more bytes. */
const GZIP_LEVEL = 1;

/** Compresses texts one after the other. Each may overwrite the previous one. */
export async function zip(texts: Iterable<Uint8Array | string>): Promise<Buffer> {
  const gzip = createGzip({ level: GZIP_LEVEL });
  const write = async (): Promise<void> => {
    for (const text of texts) await new Promise((done) => gzip.write(text, done));
    gzip.end();
  };
  const [zipped] = await Promise.all([buffer(gzip), write()]);
  return zipped;
}
