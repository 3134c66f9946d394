import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ClientsService } from '../../../clients/clients.service.js';
import type { BankReceipt, FoundReceipt } from '../../ledger/bank/bank-ledger.repository.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import type { BankTransfer } from '../../bank-transfers/bank-transfer.entity.js';
import { BankTransfersService } from '../../bank-transfers/bank-transfers.service.js';
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
import { LineNamesService, type Named } from './line-names.service.js';
import { onlyOne, type KnownPayment, type LineContext, type OpenClaim } from './line-verdict.js';

type Facts = Pick<
  NewLine,
  'direction' | 'amountMinor' | 'identifiers' | 'reference' | 'description' | 'valueDate'
> & { id?: number };

/** Returns what the service knows about a line. */
export type Contexts = (line: Facts) => LineContext;

/** Reads what the service knows about lines of bank statements. */
@Injectable()
export class LineContextsService {
  constructor(
    private readonly bankLedger: BankLedgerRepository,
    private readonly clients: ClientsService,
    private readonly lines: BankLinesRepository,
    private readonly names: LineNamesService,
    private readonly orders: OrderLifecycleService,
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
    const namedIn = await this.names.load(manager, lines);
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
}
