import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../../platform/group-by.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { isIn } from '../../../orders/lifecycle/order-lifecycle.js';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import { BankTransfersRepository } from '../../bank-transfers/bank-transfers.repository.js';
import { paymentReferenceOf } from '../../bank-transfers/utr.js';
import type { NewLine } from '../lines/bank-lines.repository.js';
import { KnownPayersRepository } from './known-payers.repository.js';
import type { LineContext } from './line-verdict.js';
import { clientsReferredTo, ordersReferredTo, payerWords } from './payer-words.js';

type Facts = Pick<NewLine, 'identifiers' | 'reference' | 'description'>;

/** The clients that a line names, and how. */
export interface Named extends Pick<
  LineContext,
  | 'claimantIds'
  | 'namedClientIds'
  | 'namedBy'
  | 'namesakeIds'
  | 'namedOrders'
  | 'namesUnknownClient'
> {
  /** The names and accounts of the line's payer that are remembered for a client. */
  payersOf: (clientId: number) => string[];
  /** Clients whose company name the line has. */
  companyIds: ReadonlySet<number>;
}

/** Reads whom lines of bank statements name. */
@Injectable()
export class LineNamesService {
  constructor(
    private readonly clients: ClientsService,
    private readonly orders: OrderLifecycleService,
    private readonly payers: KnownPayersRepository,
    private readonly transfers: BankTransfersRepository,
  ) {}

  /**
   * Finds the clients that lines name: by their payment reference or an order, or by a name or account that only one client has. A
   * client's company name counts next to another client, and where it stands alone it is only a namesake.
   */
  async load(manager: EntityManager, lines: readonly Facts[]): Promise<(line: Facts) => Named> {
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
    const claims = await this.transfers.listClaimants(
      manager,
      lines.flatMap(({ identifiers }) => identifiers),
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
      const claimed = claims.filter(({ utr }) => line.identifiers.includes(utr));
      return {
        claimantIds: [...new Set(claimed.map(({ clientId }) => clientId))],
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
        payersOf: (clientId) => ownWords.filter((word) => payers.get(word) === clientId),
        companyIds: new Set(
          ownWords.flatMap((word) => (namesakes.get(word) ?? []).map(({ id }) => id)),
        ),
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
