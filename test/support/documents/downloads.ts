import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const PAGE = '/docs/downloads';

/** Saves the file of the downloads page with a matching name in a folder, which is created if it is missing. */
export async function download(serviceUrl: string, name: RegExp, folder: string): Promise<string> {
  const page = await (await fetch(`${serviceUrl}${PAGE}`)).text();
  const targets = [...page.matchAll(/href="([^"]+)" download/g)].map(([, target = '']) => target);
  const target = targets.find((each) => name.test(basename(each)));
  if (target === undefined) throw new Error(`${PAGE} offers ${targets.join(', ')}, not ${name}`);
  const response = await fetch(new URL(target, `${serviceUrl}${PAGE}`));
  await mkdir(folder, { recursive: true });
  const path = join(folder, basename(target));
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return path;
}
