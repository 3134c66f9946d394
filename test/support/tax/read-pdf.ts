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

/** Reads all bar codes of a PDF as a printer of black dots prints it, in alphabetical order. */
export async function barCodesOf(pdf: Uint8Array, dpi = 203): Promise<string[]> {
  const cwd = await folderWith(pdf);
  await run('pdftoppm', ['-r', String(dpi), '-mono', 'document.pdf', 'page'], { cwd });
  // 4: it found none.
  const scan = 'zbarimg --quiet --raw --set disable --set code128.enable page-*.pbm || [ $? = 4 ]';
  const { stdout } = await run('sh', ['-c', scan], { cwd });
  return stdout.split('\n').slice(0, -1).sort();
}

/** Lists the sizes of the pages of a PDF, in points. */
export async function pageSizesOf(pdf: Uint8Array): Promise<string[]> {
  const cwd = await folderWith(pdf);
  const { stdout } = await run('pdfinfo', ['-l', '-1', 'document.pdf'], { cwd });
  return Array.from(stdout.matchAll(/size: +([\d.]+) x ([\d.]+) pts/g), ([, width, height]) =>
    [width, height].map((side) => Math.round(Number(side))).join(' x '),
  );
}

/** Makes a folder with a document. */
async function folderWith(pdf: Uint8Array): Promise<string> {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'document.pdf'), pdf);
  return folder;
}
