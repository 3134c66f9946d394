import {
  FindMessagesJob,
  GatherMessagesJob,
} from '../../../src/dashboard/messages/messages.jobs.js';
import { MessagesService } from '../../../src/dashboard/messages/messages.service.js';
import type { Mail } from '../../../src/platform/mail/mail.js';
import { MailService } from '../../../src/platform/mail/mail.service.js';
import type { TestApp } from '../app.js';

/** The mails about orders and money of an app. They are not sent. */
export class Messages {
  /** Every attempt to send, with the name of the mail. */
  sent: { mail: Mail; name: string | undefined }[] = [];
  /** Number of attempts that fail from now on. */
  failures = 0;

  private readonly sendDue: () => Promise<void>;

  /** Stops the jobs that mail, so that a test decides when they run. */
  constructor(private readonly app: TestApp) {
    const mail = app.service(MailService);
    this.sendDue = mail.sendDue.bind(mail);
    const nothing = (): Promise<void> => Promise.resolve();
    Object.assign(app.service(FindMessagesJob), { run: nothing });
    Object.assign(app.service(GatherMessagesJob), { run: nothing });
    const deliver = (mail: Mail, name?: string): Promise<void> => {
      this.sent.push({ mail, name });
      return this.failures-- > 0 ? Promise.reject(new Error('killed')) : Promise.resolve();
    };
    Object.assign(mail, { deliver, sendDue: nothing });
  }

  /** Forgets the sent and the waiting mails. */
  async forget(): Promise<void> {
    this.sent = [];
    this.failures = 0;
    await this.app.sql`DELETE FROM message_events`;
  }

  async letPass(minutes: number): Promise<void> {
    await this.app
      .sql`WITH mailed AS (UPDATE messages SET created_at = created_at - make_interval(mins => ${minutes}))
        UPDATE message_events SET at = at - make_interval(mins => ${minutes})`;
  }

  async gather(): Promise<void> {
    await this.app.service(MessagesService).gather();
  }

  async find(): Promise<void> {
    await this.app.service(FindMessagesJob).find();
  }

  /** Collects and sends all waiting mails, as the jobs do. @returns all mails up to now */
  async deliver(): Promise<Mail[]> {
    await this.gather();
    await this.app.sql`UPDATE queued_mails SET due_at = now()`;
    await this.sendDue();
    return this.sent.map(({ mail }) => mail);
  }
}
