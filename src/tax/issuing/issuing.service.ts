import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { readToday, type Today } from '../../platform/clock/today.js';
import type { NewestFirst, Page } from '../../platform/http/paging/page.js';
import type { Period } from '../../platform/days/zoned-day.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import type {
  DocumentContent,
  DocumentDraft,
  ReturnedUnits,
} from '../documents/document-content.js';
import { areDocumentsOnHold } from '../documents/numbers/document-hold.entity.js';
import { seriesOf } from '../documents/numbers/document-number.js';
import { DocumentsRepository } from '../documents/documents.repository.js';
import type { TaxProfile } from '../profile/tax-profile.entity.js';
import { TaxProfilesService } from '../profile/tax-profiles.service.js';
import { taxesOf, TaxRatesService } from '../rates/tax-rates.service.js';
import { draftCreditNotes, type Credit } from './credit-draft.js';
import { ruleDifferences, type RuleDifference } from './credit-rules.js';
import {
  draftInvoice,
  missingFor,
  type GoodsToShip,
  type ShippedGoods,
  type TaxFacts,
} from './invoice-draft.js';
import type { MissingFact, UninvoicedShipment } from './uninvoiced-shipment.entity.js';
import { IssuingRepository, type ShipmentFacts } from './issuing.repository.js';
import { recipientOf } from './recipient.js';

/** Refunds of an order whose tax is taken back, the latest included. */
export interface CreditedRefund extends Credit {
  orderNumber: string;
  reason: string | null;
}

/** Issues documents in the caller's transaction. Locks the series last, so that its holder never waits for others. */
@Injectable()
export class IssuingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly profiles: TaxProfilesService,
    private readonly clients: ClientsService,
    private readonly rates: TaxRatesService,
    private readonly documents: DocumentsRepository,
    private readonly repository: IssuingRepository,
  ) {}

  /**
   * Issues the document of a shipment, unless there is no tax profile yet. If something is missing, the profile decides: the
   * shipment is refused, or noted as having no document.
   *
   * @param wasShipped true: units of the order were shipped before
   * @returns what is missing if the shipment has no document for that; else nothing
   * @throws AppError not_invoiceable, documents_on_hold
   */
  async invoice(
    manager: EntityManager,
    goods: ShippedGoods,
    { wasShipped }: { wasShipped: boolean },
  ): Promise<readonly MissingFact[]> {
    const { today, profile } = await this.repository.findFacts(manager, goods);
    if (profile === null) return [];
    const problems = await this.issue(manager, goods, { today, profile, wasShipped });
    if (problems.length === 0) return [];
    if (profile.onMissing === 'refuse') throw notInvoiceable(goods, problems);
    const { shipmentId, orderNumber, clientId } = goods;
    const missing = problems.map(({ field, code, message }) => ({ field, code, message }));
    const uninvoiced = { shipmentId, orderNumber, clientId, problems: missing };
    await this.repository.insertUninvoiced(manager, uninvoiced);
    return missing;
  }

  /** Finds for each of some goods what their invoice would lack now. Nothing is missing without a tax profile. */
  async findMissing(
    manager: EntityManager,
    orders: readonly GoodsToShip[],
  ): Promise<readonly FieldError[][]> {
    const { today, profile } = await this.profiles.findToday(manager);
    if (profile === null) return orders.map(() => []);
    const { day, isTrusted: isClockTrusted } = today;
    const ids = [...new Set(orders.map(({ clientId }) => clientId))];
    const clients = await this.clients.findClients(manager, ids);
    const recipients = new Map(clients.map((client) => [client.id, recipientOf(client)]));
    const lines = orders.flatMap((goods) => goods.lines);
    const taxes = await this.rates.ratesOn(manager, day, lines);
    const taxOf = new Map(lines.map((line, index) => [line, taxes[index]!]));
    return orders.map((goods) => {
      const recipient = recipients.get(goods.clientId)!;
      const rates = goods.lines.map((line) => taxOf.get(line)!);
      return missingFor(goods, { profile, recipient, rates, isClockTrusted });
    });
  }

  /**
   * Throws if {@link invoice} would refuse some goods now. Locks no series.
   *
   * @throws AppError not_invoiceable, documents_on_hold
   */
  async assertInvoiceable(
    manager: EntityManager,
    goods: Omit<ShippedGoods, 'shipmentId'>,
  ): Promise<void> {
    const { profile } = await this.profiles.findToday(manager);
    if (profile === null) return;
    const [problems] = await this.findMissing(manager, [goods]);
    if (problems!.length === 0) {
      if (await areDocumentsOnHold(manager)) throw new AppError('documents_on_hold');
    } else if (profile.onMissing === 'refuse') throw notInvoiceable(goods, problems!);
  }

  /**
   * Issues the document of a shipment that went without one.
   *
   * @throws AppError not_invoiceable, documents_on_hold, tax_profile_missing
   */
  async invoiceLater(manager: EntityManager, goods: ShippedGoods): Promise<void> {
    const { today, profile } = await this.repository.findFacts(manager, goods);
    if (profile === null) throw new AppError('tax_profile_missing');
    const problems = await this.issue(manager, goods, { today, profile, wasShipped: true });
    if (problems.length > 0) throw notInvoiceable(goods, problems);
    await this.repository.removeUninvoiced(manager, goods.shipmentId);
  }

  /** Returns true if a shipment of an order went without a document. */
  async isUninvoiced(
    manager: EntityManager,
    orderNumber: string,
    shipmentId: number,
  ): Promise<boolean> {
    const found = await this.repository.findUninvoiced(manager, shipmentId);
    return found?.orderNumber === orderNumber;
  }

  /** Counts shipments of a period that went without a document. */
  async countUninvoiced(manager: EntityManager, period: Period): Promise<number> {
    return this.repository.countUninvoiced(manager, period);
  }

  /** Lists shipments that went without a document, the latest first. */
  async listUninvoiced(page: NewestFirst): Promise<Page<UninvoicedShipment>> {
    return this.repository.listUninvoiced(this.dataSource.manager, page);
  }

  /** Issues the credit notes of a refund, for the refunded and invoiced amounts without a note. @throws AppError documents_on_hold */
  async credit(manager: EntityManager, refund: CreditedRefund): Promise<void> {
    const documents = await this.documentsOf(manager, refund.orderNumber);
    const series = seriesOf('credit_note', '');
    let day = await readToday(manager);
    const done: DocumentDraft['lines'] = [];
    for (;;) {
      const [draft] = draftCreditNotes(refund, documents, { day, reason: refund.reason, done });
      if (draft === undefined) return;
      const issuedOn = await this.documents.issue(manager, series, day, draft);
      if (issuedOn === day) done.push(...draft.lines);
      // It became midnight before the series was locked: whether tax is taken back, and in how many notes, depends on the day.
      else day = issuedOn;
    }
  }

  /** Drafts the credit notes that {@link credit} would issue now. */
  async previewCredit(manager: EntityManager, refund: CreditedRefund): Promise<DocumentDraft[]> {
    const day = await readToday(manager);
    const documents = await this.documentsOf(manager, refund.orderNumber);
    return draftCreditNotes(refund, documents, { day, reason: refund.reason });
  }

  /** Lists numbers of orders with credit notes of rule 1 after an order number, in order. */
  async listOrdersOfFirstRule(
    manager: EntityManager,
    after: string,
    limit: number,
  ): Promise<string[]> {
    return this.documents.listOrdersOfFirstRule(manager, after, limit);
  }

  /** Finds where the notes of rule 1 of an order differ from those of rule 2. */
  async compareRules(
    manager: EntityManager,
    orderNumber: string,
    returned: ReturnedUnits[],
  ): Promise<RuleDifference[]> {
    return ruleDifferences(await this.documents.listContents(manager, orderNumber), returned);
  }

  private async documentsOf(
    manager: EntityManager,
    orderNumber: string,
  ): Promise<{ invoices: DocumentContent[]; notes: DocumentContent[] }> {
    const contents = await this.documents.listContents(manager, orderNumber);
    return {
      invoices: contents.filter(({ kind }) => kind !== 'credit_note'),
      notes: contents.filter(({ kind }) => kind === 'credit_note'),
    };
  }

  /** Issues the invoice of a shipment. @returns what is missing for it; nothing is issued then */
  private async issue(
    manager: EntityManager,
    goods: ShippedGoods,
    {
      today,
      profile: { client, products, rules, allowed, ...first },
      wasShipped,
    }: { today: Today; profile: TaxProfile & ShipmentFacts; wasShipped: boolean },
  ): Promise<readonly FieldError[]> {
    const isFirst = !wasShipped || !(await this.documents.hasAny(manager, goods.orderNumber));
    const fixed = { recipient: recipientOf(client), isFirst, isClockTrusted: today.isTrusted };
    let { day } = today;
    let profile: TaxProfile = first;
    let rates = taxesOf(goods.lines, { products, rules, allowed });
    for (;;) {
      const facts: TaxFacts = { ...fixed, profile, rates };
      const problems = missingFor(goods, facts);
      if (problems.length > 0) return problems;
      const draft = draftInvoice(goods, facts);
      const series = seriesOf(draft.kind, profile.seriesPrefix);
      const issuedOn = await this.documents.issue(manager, series, day, draft);
      if (issuedOn === day) return [];
      // It became midnight before the series was locked: rates and profile are those of the document's day.
      day = issuedOn;
      profile = await this.profiles.get(manager, day);
      rates = await this.rates.ratesOn(manager, day, goods.lines);
    }
  }
}

function notInvoiceable(
  { orderNumber }: Pick<ShippedGoods, 'orderNumber'>,
  problems: readonly FieldError[],
): AppError {
  const what = problems.map(({ message }) => message).join('; ');
  return new AppError('not_invoiceable', {
    message: `The shipment of order ${orderNumber} cannot be invoiced. ${what}.`,
    fields: problems,
    details: { order_number: orderNumber },
  });
}
