import { Injectable } from '@nestjs/common';
import { HouseMails, type HouseMail } from '../../identity/brand/house-mails.service.js';
import type { MailChoice } from '../../identity/brand/mail-layout.js';
import { BankAccountsService } from '../../money/bank/accounts/bank-accounts.service.js';
import { upiLink } from '../../money/bank-transfers/upi.js';
import { paymentReferenceOf } from '../../money/bank-transfers/utr.js';
import type { Mail } from '../../platform/mail/mail.js';
import { toMajorUnits } from '../../platform/money.js';
import type { MailedOrder } from './message-facts.repository.js';
import { qrPng } from './qr-png.js';

/** Orders that a client is asked to pay. */
export interface MailedBill {
  clientId: number;
  orders: readonly MailedOrder[];
}

/** Mails with a payment by UPI, where one is offered. */
@Injectable()
export class PaymentMails {
  constructor(
    private readonly mails: HouseMails,
    private readonly accounts: BankAccountsService,
  ) {}

  /** Makes the layout of a mail. @param bill what it asks to pay; null: nothing */
  async layOut(mail: HouseMail, choice: MailChoice, bill: MailedBill | null): Promise<Mail> {
    const code = bill === null ? undefined : await this.codeOf(bill);
    return this.mails.layOut({ ...mail, code }, choice);
  }

  private async codeOf({ clientId, orders }: MailedBill): Promise<HouseMail['code']> {
    const { upiAddress: address } = await this.accounts.getPrinted();
    if (address === null) return undefined;
    const totalMinor = orders.reduce((sum, order) => sum + order.totalMinor, 0);
    const link = upiLink({
      address,
      payee: await this.mails.getName(),
      amount: toMajorUnits(totalMinor),
      reference: paymentReferenceOf(clientId),
      orders: orders.map(({ orderNumber }) => orderNumber),
    });
    return { link, png: qrPng(link) };
  }
}
