import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PublicUrl } from '../../platform/http/public-url.js';
import type { Mail } from '../../platform/mail/mail.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { BrandService } from './brand.service.js';
import { houseOf, layOutMail, type MailChoice, type MailContent } from './mail-layout.js';

/** A mail before its layout. */
export interface HouseMail extends MailContent {
  to: string;
}

/** Mails with the wholesaler's theme. */
@Injectable()
export class HouseMails {
  constructor(
    private readonly brand: BrandService,
    private readonly mail: MailService,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** True if mails go to a mail server; otherwise they are files in DATA_DIR/mail. */
  get hasServer(): boolean {
    return this.mail.hasServer;
  }

  /** Registers the composer of a template. It returns null for a mail that is no longer needed. */
  register(
    template: string,
    compose: (reference: string, queuedAt: Date) => Promise<HouseMail | null>,
  ): void {
    this.mail.register(template, async (reference, queuedAt) => {
      const mail = await compose(reference, queuedAt);
      return mail && this.layOut(mail);
    });
  }

  /** Queues a mail in the caller's transaction. Its text is written when it is sent. */
  async enqueue(manager: EntityManager, template: string, reference: string): Promise<void> {
    await this.mail.enqueue(manager, template, reference);
  }

  /** Delivers a mail immediately. @throws the error of the transport */
  async send(mail: HouseMail): Promise<void> {
    await this.mail.send(await this.layOut(mail));
  }

  /** Reads the wholesaler's name as mails have it. */
  async getName(): Promise<string> {
    return houseOf(await this.brand.getTheme(), this.publicUrl.origin).name;
  }

  /** Makes the layout of a mail. @param choice left out: the mail cannot be switched off */
  async layOut({ to, ...content }: HouseMail, choice?: MailChoice): Promise<Mail> {
    const house = houseOf(await this.brand.getTheme(), this.publicUrl.origin);
    return layOutMail(content, { to, house, choice });
  }
}
