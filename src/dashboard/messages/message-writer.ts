import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { expiryAfter } from '../../orders/expiry/order-expiry.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import type { Mail, MailAttachment } from '../../platform/mail/mail.js';
import { PrintingService } from '../../tax/printing/printing.service.js';
import { MessageFactsRepository, type MailedOrder } from './message-facts.repository.js';
import { MESSAGE_KIND_ROWS, type MessageKind } from './message-kinds.js';
import {
  amountsIn,
  debtsText,
  documentsText,
  expiringText,
  failedDeliveriesText,
  paidText,
  placedText,
  shippedText,
  subscriptionText,
  walletText,
  type MessageContent,
  type WriteAmount,
} from './message-texts.js';
import type { Message } from './message.entity.js';
import { PaymentMails } from './payment-mails.service.js';
import { MessagesRepository } from './messages.repository.js';

/** Maximum number of PDFs in one mail, because many servers refuse larger mails. */
const ATTACHMENTS_MAX = 20;
/** A wallet is low below this amount, until a client chooses another one. */
const WALLET_BELOW_MINOR = 500_000;

/** Content of a message; null: nothing is true any more, for example because the order was paid since. */
type Written = { content: MessageContent; attachments?: MailAttachment[] } | null;

/** Writes the mails of messages from the facts at the time of sending. */
@Injectable()
export class MessageWriter {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly publicUrl: PublicUrl,
    private readonly printing: PrintingService,
    private readonly mails: PaymentMails,
    private readonly facts: MessageFactsRepository,
    private readonly repository: MessagesRepository,
  ) {}

  /** Writes the mail of a message; null if nothing in it is true any more. */
  async write(message: Message, to: string): Promise<Mail | null> {
    const { manager } = this.dataSource;
    const written = await this.writers[message.kind](manager, message);
    if (written === null) return null;
    const { action, toPay, ...content } = written.content;
    const link = this.publicUrl.dashboard(action.path);
    const mail = await this.mails.layOut(
      { to, ...content, action: { label: action.label, link } },
      {
        kind: MESSAGE_KIND_ROWS[message.kind].label,
        link: this.publicUrl.dashboard('/account/mails'),
      },
      toPay === undefined ? null : { clientId: message.clientId, orders: toPay },
    );
    return { ...mail, attachments: [...(mail.attachments ?? []), ...(written.attachments ?? [])] };
  }

  /** Reads the amount below which a client's wallet is low. */
  async walletBelowMinor(manager: EntityManager, clientId: number): Promise<number> {
    const level = await this.repository.findLevel(manager, clientId);
    return level?.walletBelowMinor ?? WALLET_BELOW_MINOR;
  }

  private readonly writers: Record<
    MessageKind,
    (manager: EntityManager, message: Message) => Promise<Written>
  > = {
    order_paid: async (manager, { clientId, subjects }) => {
      const orders = await this.facts.listPaid(manager, clientId, subjects);
      return written(orders, () => paidText(orders, this.amount));
    },
    order_shipped: async (manager, { clientId, subjects, count }) => {
      const shipments = await this.facts.listShipments(manager, clientId, subjects);
      return written(shipments, () => shippedText(shipments, count));
    },
    delivery_failed: async (manager, { clientId, subjects }) => {
      const failures = await this.facts.listFailures(manager, clientId, subjects);
      return written(failures, () => failedDeliveriesText(failures));
    },
    order_to_pay: async (manager, { clientId, subjects }) => {
      const orders = await this.facts.listUnpaid(manager, clientId, subjects);
      return written(orders, () => placedText(orders, this));
    },
    order_expiring: async (manager, { clientId, subjects }) => {
      const orders = await this.facts.listUnpaid(manager, clientId, subjects);
      return written(orders, () => expiringText(orders, this));
    },
    wallet_low: async (manager, { clientId }) => {
      const money = await this.facts.getMoney(manager, clientId);
      const belowMinor = await this.walletBelowMinor(manager, clientId);
      if (money.walletMinor >= belowMinor) return null;
      return { content: walletText(money, belowMinor, this.amount) };
    },
    debts: async (manager, { clientId }) => {
      const money = await this.facts.getMoney(manager, clientId);
      const overdue = await this.facts.listOverdue(manager, clientId);
      if (money.debtMinor === 0 && overdue.length === 0) return null;
      return { content: debtsText(overdue, money, this.amount) };
    },
    subscription_ending: async (manager, { clientId }) => {
      const end = await this.facts.findEnd(manager, clientId);
      return end === null ? null : { content: subscriptionText(end) };
    },
    invoice: async (manager, { clientId, subjects, count }) => {
      const documents = await this.facts.listDocuments(manager, clientId, subjects);
      if (documents.length === 0) return null;
      const attachments: MailAttachment[] = [];
      for (const { id } of documents.slice(0, ATTACHMENTS_MAX)) {
        const { number, pdf } = await this.printing.ownPdf(clientId, id);
        const filename = `${number}.pdf`;
        attachments.push({ filename, content: pdf, contentType: 'application/pdf' });
      }
      const rest = { count, attached: attachments.length, amount: this.amount };
      return { content: documentsText(documents, rest), attachments };
    },
  };

  readonly expiryOf = ({ createdAt }: MailedOrder): Date | null =>
    expiryAfter(createdAt, this.settings.unpaidOrderTtlHours);

  get amount(): WriteAmount {
    return amountsIn(this.settings.currency);
  }
}

function written(items: readonly unknown[], write: () => MessageContent): Written {
  return items.length === 0 ? null : { content: write() };
}
