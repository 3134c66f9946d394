import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings.js';
import { LOGGER } from '../observability/logger.js';
import { folderTransport, smtpTransport, type MailTransport } from './mail-transport.js';
import type { Mail, MailComposer } from './mail.js';
import { MailRepository, type DueMail } from './mail.repository.js';

/** An error of nodemailer. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Time after which a run begins no other mail. A shutdown waits for the run, and would cut off mails to a slow server. */
const RUN_MS = 1_000;
/** Time for which a mail may be refused, because the fault may also be this service's own address. */
const REFUSED_MS = 86_400_000;

/**
 * Sends mails. Queued ones are sent in the background after the commit of the transaction that queued them, and repeated
 * until they arrive.
 */
@Injectable()
export class MailService {
  /** True if mails go to a mail server; otherwise they are files in DATA_DIR/mail. */
  readonly hasServer: boolean;
  private readonly composers = new Map<string, MailComposer>();
  private readonly deliver: MailTransport;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) { mail, dataDir }: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: MailRepository,
  ) {
    this.hasServer = mail !== null;
    this.deliver =
      mail === null ? folderTransport(join(dataDir, 'mail'), logger) : smtpTransport(mail);
  }

  register(template: string, composer: MailComposer): void {
    this.composers.set(template, composer);
  }

  /** Queues a mail in the caller's transaction. Its text is written when it is sent, so that the queue stores no secret. */
  async enqueue(manager: EntityManager, template: string, reference: string): Promise<void> {
    await this.repository.insert(manager, template, reference);
  }

  /** Delivers a mail immediately. @throws the error of the transport */
  async send(mail: Mail): Promise<void> {
    await this.deliver(mail);
  }

  /** Sends due mails for a while, and stops at one that fails. That one is repeated later, unless it has been refused for a day. */
  async sendDue(): Promise<void> {
    const { manager } = this.dataSource;
    const endsAt = performance.now() + RUN_MS;
    while (performance.now() < endsAt) {
      const mail = await this.repository.takeDue(manager);
      if (mail === undefined) return;
      try {
        await this.sendQueued(mail);
      } catch (error) {
        const { id, template, attempts, createdAt } = mail;
        const isLost = isRefused(error) && Date.now() - createdAt.getTime() > REFUSED_MS;
        if (isLost) await this.repository.delete(manager, id);
        else await this.repository.postpone(manager, id);
        // Only the code of the failure: a server's response may quote the address.
        const { code, responseCode } = error as SmtpError;
        const facts = { id, template, attempts, code, responseCode };
        this.logger.error(facts, `a mail was not sent and will ${isLost ? 'not ' : ''}be repeated`);
        // A server that hangs would hold each of the others as long, beyond the time of a run.
        return;
      }
    }
  }

  private async sendQueued(queued: DueMail): Promise<void> {
    const { id, template, reference, createdAt, attempts } = queued;
    const compose = this.composers.get(template);
    if (compose === undefined)
      throw new Error(`no composer is registered for mails of template ${template}`);
    const mail = await compose(reference, createdAt);
    // The same name when it is sent again, so that servers and readers recognize it. A link with a secret, which is its part behind #,
    // has a new one each time, and must not be taken for the one before.
    const version = mail?.link.includes('#') === true ? `.${attempts}` : '';
    if (mail !== null) await this.deliver(mail, `${id}.${createdAt.getTime()}${version}`);
    await this.repository.delete(this.dataSource.manager, id);
  }
}

/** Returns true if the server will never accept a mail, because of its address or content. */
function isRefused(error: unknown): boolean {
  const { command, responseCode = 0 } = error as SmtpError;
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500;
}
