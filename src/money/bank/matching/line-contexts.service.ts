import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../../platform/group-by.js';
import { ClientsService } from '../../../clients/clients.service.js';
import type { BankReceipt, FoundReceipt } from '../../ledger/bank/bank-ledger.repository.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import { isIn } from '../../../orders/lifecycle/order-lifecycle.js';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import type { BankTransfer } from '../../bank-transfers/bank-transfer.entity.js';
import { BankTransfersService } from '../../bank-transfers/bank-transfers.service.js';
import { paymentReferenceOf } from '../../bank-transfers/utr.js';
import { GatewaySettlementsService } from '../../gateway/settlements/gateway-settlements.service.js';
import { BankLinesRepository, type NewLine } from '../lines/bank-lines.repository.js';
import {
  hasIdentifier,
  identifierOf,
  isSameMoney,
  isTypedOtherwise,
  searchOf,
  typedForms,
} from '../lines/bank-reference.js';
import { saysReturned } from './bank-words.js';
import { KnownPayersRepository } from './known-payers.repository.js';
import { onlyOne, type KnownPayment, type LineContext, type OpenClaim } from './line-verdict.js';
import { clientsReferredTo, ordersReferredTo, payerWords } from './payer-words.js';

type Facts = Pick<
  NewLine,
  'direction' | 'amountMinor' | 'identifiers' | 'reference' | 'description' | 'valueDate'
> & { id?: number };

type Named = Pick<
  LineContext,
  'namedClientIds' | 'namedBy' | 'namesakeIds' | 'namedOrders' | 'namesUnknownClient'
>;

/** Returns what the service knows about a line. */
export type Contexts = (line: Facts) => LineContext;

/** Reads what the service knows about lines of bank statements. */
@Injectable()
export class LineContextsService {
  constructor(
    private readonly bankLedger: BankLedgerRepository,
    private readonly clients: ClientsService,
    private readonly lines: BankLinesRepository,
    private readonly orders: OrderLifecycleService,
    private readonly payers: KnownPayersRepository,
    private readonly settlements: GatewaySettlementsService,
    private readonly transfers: BankTransfersService,
  ) {}

  /** Reads the facts for many lines at once. */
  async load(manager: EntityManager, lines: readonly Facts[]): Promise<Contexts> {
    const identifiers = [...new Set(lines.flatMap((line) => line.identifiers))];
    const claims = await this.loadClaims(manager, identifiers);
    const receipts = await this.bankLedger.listReceipts(manager, identifiers.flatMap(typedForms));
    const payments = await this.loadPayments(manager, identifiers);
    const credited = lines.flatMap((line) => (line.direction === 'in' ? line.identifiers : []));
    const booked = await this.lines.listBookedOut(manager, credited);
    const namedIn = await this.loadNames(manager, lines);
    const returnable = await this.loadReturnable(manager, lines, namedIn);
    const known = new Set(receipts.map(({ receiptId }) => receiptId));
    const similar = await this.loadSimilar(manager, lines, known);
    const isOf = (line: Facts, { reference }: { reference: string }): boolean =>
      line.identifiers.includes(reference);
    const unproven = await this.loadUnproven(manager, lines, (line) => {
      const claimants = claims.filter((claim) => isOf(line, claim)).map(({ clientId }) => clientId);
      // One of the lists is empty.
      const { namedClientIds, namesakeIds } = namedIn(line);
      const clientId = onlyOne([...namedClientIds, ...namesakeIds]);
      return clientId === undefined ? claimants : [...claimants, clientId];
    });
    const journals = [
      ...[...receipts, ...[...similar.values()].flat()].flatMap(({ inBankId, outOfBankId }) =>
        [inBankId ?? [], outOfBankId ?? []].flat(),
      ),
      ...payments.map(({ journalId }) => journalId),
    ];
    const matched = new Set(await this.lines.listMatchedJournals(manager, journals));
    const ownAccounts = await this.lines.listOwnAccounts(manager);
    return (line) => {
      const isIts = (one: { reference: string }): boolean => isOf(line, one);
      return {
        claims: claims.filter(isIts),
        receipts: receipts.filter((receipt) => isIts({ reference: identifierOf(receipt) })),
        payments: payments.filter(isIts),
        bookedDebits: booked.filter((debit) =>
          debit.identifiers.some((reference) => isIts({ reference })),
        ),
        unproven: unproven.get(line) ?? [],
        similar: similar.get(line) ?? [],
        returnable: returnable.get(line) ?? [],
        ...namedIn(line),
        ownAccounts,
        matchedJournalIds: matched,
      };
    };
  }

  /** Finds the names of clients by their ids. */
  async findNames(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    return this.clients.findNames(manager, ids);
  }

  private async loadClaims(
    manager: EntityManager,
    identifiers: readonly string[],
  ): Promise<OpenClaim[]> {
    const transfers = await this.transfers.findOpenByUtrs(manager, identifiers);
    const clients = await this.clients.findClients(
      manager,
      transfers.map(({ clientId }) => clientId),
    );
    const rates = new Map(clients.map(({ id, taxDeductedBp }) => [id, taxDeductedBp]));
    const claims: OpenClaim[] = [];
    for (const transfer of transfers) {
      const { id: transferId, clientId, amountMinor, utr: reference, sentOn } = transfer;
      const taxDeductedBp = rates.get(clientId) ?? null;
      const ordersMinor = taxDeductedBp === null ? null : await this.sumOrders(manager, transfer);
      const claim = { transferId, clientId, amountMinor, reference, sentOn };
      claims.push({ ...claim, ordersMinor, taxDeductedBp });
    }
    return claims;
  }

  private async loadPayments(
    manager: EntityManager,
    identifiers: readonly string[],
  ): Promise<(KnownPayment & { reference: string })[]> {
    const payouts = await this.bankLedger.listPayouts(manager, identifiers);
    const settlements = await this.settlements.listPaidOut(manager, identifiers);
    return [
      ...payouts.map((payout) => ({ ...payout, direction: 'out' as const })),
      // null: the gateway pays to the default bank account.
      ...settlements.map(({ journalId, utr, amountMinor }) => ({
        journalId: journalId!,
        reference: utr!.toUpperCase(),
        amountMinor,
        direction: 'in' as const,
        clientId: null,
        ownerId: null,
      })),
    ];
  }

  /** Reads further receipts that may be the money of credits: their references contain an identifier of the line. */
  private async loadSimilar(
    manager: EntityManager,
    lines: readonly Facts[],
    known: ReadonlySet<number>,
  ): Promise<Map<Facts, BankReceipt[]>> {
    const credits = lines.filter(({ direction }) => direction === 'in');
    const isOf = (line: Facts, { reference, amountMinor }: Omit<FoundReceipt, 'id'>): boolean =>
      line.identifiers.some(
        (identifier) =>
          isSameMoney({ reference: identifier, amountMinor }, line.amountMinor) &&
          hasIdentifier(reference, identifier),
      );
    const searches = credits.flatMap(({ identifiers }) => searchOf(identifiers) ?? []);
    const found = (await this.bankLedger.searchReceipts(manager, searches)).filter(
      (receipt) => !known.has(receipt.id) && credits.some((line) => isOf(line, receipt)),
    );
    const ids = found.map(({ id }) => id);
    const similar = await this.bankLedger.listByIds(manager, ids);
    return new Map(credits.map((line) => [line, similar.filter((one) => isOf(line, one))]));
  }

  /** Reads the receipts of clients that may be the money of credits; without those that confirming a claim finds by their reference. */
  private async loadUnproven(
    manager: EntityManager,
    lines: readonly Facts[],
    clientsOf: (line: Facts) => number[],
  ): Promise<Map<Facts, BankReceipt[]>> {
    const wanted = lines.flatMap((line) => {
      const { direction, id: lineId = 0, amountMinor, valueDate: day } = line;
      const clientIds = direction === 'in' ? new Set(clientsOf(line)) : [];
      return [...clientIds].map((clientId) => ({ line, lineId, clientId, amountMinor, day }));
    });
    const found = await this.bankLedger.listSimilar(manager, wanted);
    const unproven = new Map<Facts, BankReceipt[]>();
    wanted.forEach(({ line }, at) => {
      const others = found[at]!.filter(
        ({ reference }) => !line.identifiers.some((one) => isTypedOtherwise(reference, one)),
      );
      unproven.set(line, [...(unproven.get(line) ?? []), ...others]);
    });
    return unproven;
  }

  /** Reads the receipts that debits may have returned, with the line's amount and the only client that the line names. */
  private async loadReturnable(
    manager: EntityManager,
    lines: readonly Facts[],
    namedIn: (line: Facts) => Named,
  ): Promise<Map<Facts, BankReceipt[]>> {
    const found = new Map<Facts, BankReceipt[]>();
    for (const line of lines) {
      const { direction, amountMinor, reference, description } = line;
      const clientId = onlyOne(namedIn(line).namedClientIds);
      if (direction === 'in' || clientId === undefined) continue;
      if (!saysReturned(`${reference} ${description}`)) continue;
      const money = { clientId, amountMinor };
      found.set(line, await this.bankLedger.listReturnable(manager, money));
    }
    return found;
  }

  private async sumOrders(
    manager: EntityManager,
    { orderNumbers }: BankTransfer,
  ): Promise<number | null> {
    if (orderNumbers.length === 0) return null;
    const orders = await this.orders.findAll(manager, orderNumbers);
    return orders.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  }

  /**
   * Finds the clients that lines name: by their payment reference or an order, or by a name or account that only one client has. A
   * client's company name counts next to another client, and where it stands alone it is only a namesake.
   */
  private async loadNames(
    manager: EntityManager,
    lines: readonly Facts[],
  ): Promise<(line: Facts) => Named> {
    const words = [...new Set(lines.flatMap(({ description }) => payerWords(description)))];
    const known = await this.payers.findByValues(manager, words);
    const payers = new Map<string, number | null>();
    for (const { value, clientId } of known) payers.set(value, payers.has(value) ? null : clientId);
    const referredTo = await this.clients.findClients(manager, [
      ...new Set(lines.flatMap(referredIds)),
    ]);
    const numbers = [...new Set(lines.flatMap(referredOrders))];
    const orders = await this.orders.findAll(manager, numbers);
    const orderOf = new Map(orders.map((order) => [order.orderNumber, order]));
    const namesakes = groupBy(await this.clients.findByNames(manager, words), ({ name }) =>
      name.toUpperCase(),
    );
    const live = new Set(referredTo.filter(({ testOf }) => testOf === null).map(({ id }) => id));
    return (line) => {
      const byReference = referredIds(line);
      const ownWords = payerWords(line.description);
      const byWords = ownWords.flatMap((word) => payers.get(word) ?? []);
      const known = byReference.filter((id) => live.has(id));
      const ownOrders = referredOrders(line).flatMap((number) => orderOf.get(number) ?? []);
      const byOrder = ownOrders.map(({ clientId }) => clientId);
      const named = [...new Set([...known, ...byOrder, ...byWords])];
      const others = ownWords
        .map((word) => (namesakes.get(word) ?? []).map(({ id }) => id))
        .filter((ids) => !ids.some((id) => named.includes(id)))
        .flat();
      const isNamed = named.length > 0;
      return {
        namedClientIds: isNamed ? [...named, ...others] : [],
        // The last one counts: a name or an account proves less than an order, and an order less than the reference.
        namedBy: new Map<number, string>([
          ...ownWords.flatMap((word) => {
            const ids = [payers.get(word) ?? [], (namesakes.get(word) ?? []).map(({ id }) => id)];
            return ids.flat().map((id) => [id, word] as const);
          }),
          ...ownOrders.map(({ clientId, orderNumber }) => [clientId, orderNumber] as const),
          ...known.map((id) => [id, paymentReferenceOf(id)] as const),
        ]),
        namesakeIds: isNamed ? [] : [...new Set(others)],
        namedOrders: ownOrders.filter(({ status }) => isIn('awaitingPayment', status)),
        namesUnknownClient: known.length < byReference.length,
      };
    };
  }
}

function referredIds({ reference, description }: Facts): number[] {
  return clientsReferredTo(`${reference} ${description}`);
}

function referredOrders({ reference, description }: Facts): string[] {
  return ordersReferredTo(`${reference} ${description}`);
}
