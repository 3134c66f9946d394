import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../app.js';
import { eventually } from '../eventually.js';

/** Counts the queued mails. A mail leaves the queue after it was sent, so that a crash in between cannot lose it. */
export async function countQueuedMails({ dataSource }: TestApp): Promise<number> {
  return (await dataSource.query<unknown[]>('SELECT FROM queued_mails')).length;
}

export async function allMailsSent(app: TestApp): Promise<void> {
  await eventually(async () => (await countQueuedMails(app)) === 0);
}

/** Reads the mails that a service without a mail server wrote to its DATA_DIR, the oldest first. */
async function mailsIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => [] as string[]);
  const mails = names.filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Reads the mails to an address that were sent up to now, the oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<string[]> {
  return (await mailsIn(dataDir)).filter((mail) => mail.startsWith(`To: ${address}\n`));
}

/** Awaits the latest mail to an address, once there is one. */
export async function mailTo(dataDir: string, address: string): Promise<string> {
  let found: string | undefined;
  await eventually(async () => {
    found = (await mailsTo(dataDir, address)).at(-1);
    return found !== undefined;
  });
  return found!;
}

export function tokenIn(mail: string): string {
  return /#token=([\w-]{43})/.exec(mail)?.[1] ?? '';
}
