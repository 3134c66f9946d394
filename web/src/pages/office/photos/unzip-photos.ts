import { Unzip, UnzipInflate } from 'fflate';
import { BrowserRefusal } from '../../../api/problem';

/** Bytes of an archive per step, after which the page reacts again. */
const CHUNK_BYTES = 65_536;
const UNZIPPED_BYTES_MAX = 1024 * 1024 * 1024;

/** Replaces each ZIP archive with the files in it, whose names begin with that of their folder: `KT-APR-85/1.jpg`. @throws BrowserRefusal */
export async function unzipPhotos(files: readonly File[]): Promise<File[]> {
  const photos: File[] = [];
  for (const file of files) photos.push(...((await isArchive(file)) ? await unzip(file) : [file]));
  return photos;
}

async function isArchive(file: File): Promise<boolean> {
  return (await file.slice(0, 4).text()) === 'PK\u0003\u0004';
}

async function unzip(file: File): Promise<File[]> {
  const photos: File[] = [];
  let [begun, size] = [0, 0];
  const archive = new Unzip((entry) => {
    const [name = '', ...folders] = entry.name.split(/[/\\]/).reverse();
    // Folders, and what systems add, such as `__MACOSX/._KT-APR-85.jpg`.
    if (name === '' || /^(?:\.|thumbs\.db$|desktop\.ini$)/i.test(name)) return;
    begun += 1;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    entry.ondata = (error, part, isLast) => {
      if (error !== null) throw error;
      size += part.length;
      if (size > UNZIPPED_BYTES_MAX) throw new RangeError('too large');
      parts.push(part);
      if (isLast) photos.push(new File(parts, [...folders.slice(0, 1), name].join('/')));
    };
    entry.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < file.size; at += CHUNK_BYTES) {
      const end = at + CHUNK_BYTES;
      const bytes = await file.slice(at, end).arrayBuffer();
      archive.push(new Uint8Array(bytes), end >= file.size);
    }
  } catch (error) {
    throw error instanceof RangeError
      ? refusal(file, 'holds more than 1 GB. Divide it')
      : damaged(file);
  }
  // What is cut off ends without an error.
  if (photos.length < begun || begun === 0) throw damaged(file);
  return photos;
}

function damaged(file: File): BrowserRefusal {
  return refusal(file, 'is empty, damaged or locked. Save it again, or choose the photos');
}

function refusal({ name }: File, problem: string): BrowserRefusal {
  return new BrowserRefusal(`The archive “${name}” ${problem}.`);
}
