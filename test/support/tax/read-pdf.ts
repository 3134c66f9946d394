import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, scratchFolder } from '../processes/run.js';

/** Reads the text of each page of a PDF with its layout, by another program. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const cwd = await folderWith(pdf);
  const { stdout } = await run('pdftotext', ['-layout', 'document.pdf', '-'], { cwd });
  return stdout.split('\f').slice(0, -1);
}

/** Lists where the words of each line of the first page begin and end, in points from the left. */
export async function linesOf(pdf: Uint8Array): Promise<[left: number, right: number][][]> {
  const cwd = await folderWith(pdf);
  const { stdout } = await run('pdftotext', ['-l', '1', '-bbox', 'document.pdf', '-'], { cwd });
  const words = [...stdout.matchAll(/xMin="(.+?)" yMin="(.+?)" xMax="(.+?)"/g)];
  const tops = new Set(words.map(([, , top]) => top));
  return [...tops].map((of) =>
    words
      .filter(([, , top]) => top === of)
      .map(([, left, , right]): [number, number] => [Number(left), Number(right)])
      .sort(([one], [other]) => one - other),
  );
}

/** Reads the text of a QR code in a PDF from its picture. */
export async function qrCodeOf(pdf: Uint8Array): Promise<string> {
  const cwd = await folderWith(pdf);
  await run('pdftoppm', ['-r', '200', '-png', 'document.pdf', 'page'], { cwd });
  const { stdout } = await run('sh', ['-c', 'zbarimg --quiet --raw page-*.png'], { cwd });
  return stdout.trimEnd();
}

/** Makes a folder with a document. */
async function folderWith(pdf: Uint8Array): Promise<string> {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'document.pdf'), pdf);
  return folder;
}
