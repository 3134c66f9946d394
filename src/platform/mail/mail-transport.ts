import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { MailSettings } from '../config/settings.js';
import type { Mail } from './mail.js';

/**
 * Delivers a mail, or rejects.
 *
 * @param name a name that only this mail has, also when it is sent again; default: a random one
 */
export type MailTransport = (mail: Mail, name?: string) => Promise<void>;

/** Time limit for a connection and its greeting. The answer to a mail may take minutes, because servers look through it first. */
const TIMEOUT_MS = 15_000;
const NEW_FILE = { flag: 'wx', mode: 0o600 };

/** Delivers to a mail server. */
export function smtpTransport({ smtpUrl, from }: MailSettings): MailTransport {
  // A start without a mail server does not load its client.
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      // A mail's text must not make the server read a file or call an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  const host = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async ({ link: _link, ...mail }, name = randomUUID()) => {
    const messageId = `<${name}@${host}>`;
    // A text would be read as a list of names and addresses.
    const to = { name: '', address: mail.to };
    await (await transport).sendMail({ ...mail, from, to, messageId });
  };
}

/** Writes each mail to a file and its link to the log, for a service without a mail server. */
export function folderTransport(folder: string, logger: Logger): MailTransport {
  return async ({ to, subject, text, link, attachments = [] }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString().replace(/[:.]/g, '-');
    const base = join(folder, `${time}-${randomUUID().slice(0, 8)}`);
    for (const { filename, content } of attachments) {
      await writeFile(`${base}-${filename}`, content, NEW_FILE);
    }
    const file = `${base}.txt`;
    await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, NEW_FILE);
    logger.info({ file, link }, 'mail written to a file: SMTP_URL is not set');
  };
}
