import { EncodingSigns, type Encoding } from '../table-file/encoding.js';

/** Reads a text file as UTF-8, regardless of its encoding. First reads all of it in parts to recognize the encoding. */
export async function asUtf8(
  open: () => AsyncIterable<Buffer>,
): Promise<() => AsyncIterable<Buffer>> {
  const signs = new EncodingSigns();
  for await (const part of open()) signs.add(part);
  const encoding = signs.recognize();
  return encoding === 'utf-8' ? open : () => decoded(open(), encoding);
}

async function* decoded(
  source: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<Buffer, void> {
  const decoder = new TextDecoder(encoding);
  for await (const part of source) yield Buffer.from(decoder.decode(part, { stream: true }));
  yield Buffer.from(decoder.decode());
}
