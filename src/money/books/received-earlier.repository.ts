import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Receipt } from '../ledger/receipt.entity.js';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import type { Period } from '../../platform/days/zoned-day.js';

export interface NamedReceipt extends Omit<Receipt, 'taxDeductedMinor' | 'otherLineIds'> {
  clientName: string;
}

/** Number and sum of receipts, in minor units. */
export interface ReceiptSums {
  count: number;
  amountMinor: number;
}

const FROM = `
  FROM ledger_journals j
  JOIN receipts r ON r.id = j.receipt_id
  JOIN clients c ON c.id = r.client_id
  WHERE j.kind = 'receipt' AND j.reverses_id IS NULL AND j.at >= $1 AND j.at < $2 AND r.received_at < $1`;

/** Receipts that were booked in a period although their money had arrived before it. */
@Injectable()
export class ReceivedEarlierRepository {
  async sum(manager: EntityManager, { from, to }: Period): Promise<ReceiptSums> {
    const [sums] = await manager.query<[ReceiptSums]>(
      `SELECT count(*)::integer AS count, coalesce(sum(r.amount_minor), 0)::bigint AS "amountMinor" ${FROM}`,
      [from, to],
    );
    return sums;
  }

  /** Lists the latest receipts first. */
  async list(
    manager: EntityManager,
    { from, to }: Period,
    { beforeId, limit }: NewestFirst,
  ): Promise<NamedReceipt[]> {
    return manager.query<NamedReceipt[]>(
      `SELECT r.id, r.client_id AS "clientId", c.name AS "clientName", r.source, r.method, r.reference,
          r.amount_minor AS "amountMinor", r.received_at AS "receivedAt", r.created_at AS "createdAt",
          r.reversed_at AS "reversedAt"
        ${FROM} AND ($3::bigint IS NULL OR r.id < $3) ORDER BY r.id DESC LIMIT $4`,
      [from, to, beforeId, limit],
    );
  }
}
