import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalsService } from '../../identity/approvals/approvals.service.js';
import { DELAY_HOURS, type ApprovalKindName } from '../../identity/approvals/approval.entity.js';
import { kindsOf, type FindingGroup } from '../../couriers/findings/finding-kinds.js';
import { RETURNS_WAITING_FOR } from '../../fulfillment/returns/waiting-returns.js';
import type { Permitted } from '../../identity/signed-in-user.js';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { listed, statusIsIn } from '../../orders/lifecycle/status-sql.js';
import { boundedCount, COUNTED_MAX } from '../../platform/database/bounded-count.js';
import { epochMs } from '../../platform/live-cache/live-cache.js';
import { TIME_ZONE, TODAY } from '../../platform/time-zone.js';
import { OPEN_WORK } from './open-work.js';

/** Figures of open work, as the answer of the overview documents them; amounts in minor units. */
interface Figures {
  toPay: { count: number; amountMinor: number; oldestAtMs: number | null };
  toShip: { count: number; lateCount: number; oldestAtMs: number | null };
  returnsToSettle: number;
  returnsToDecide: number;
  returnsToInspect: number;
  failedDeliveries: { count: number; dueTodayCount: number };
  deliveryProblems: { bookings: number; findings: number };
  soldOut: { count: number; skus: string[] };
  transfersToConfirm: { count: number; amountMinor: number };
  adjustmentsToApprove: number;
  approvalsWaiting: number;
  bankAccountsAlone: string[];
  ownersLeaving: { email: string; atMs: number }[];
  documentHolds: number;
  gateway: Record<GatewayFinding | 'differenceMinor', number>;
  subscriptionsEnding: { count: number; endedCount: number };
  failingMails: number;
}

/** Figures that a person may see; null: this person may not. */
export type OpenWorkFigures = { [K in keyof Figures]: Figures[K] | null };

/** What waits for a person on each tab of deliveries. */
export type DeliveryCounts = Record<'failed' | FindingGroup, number>;

/** What waits for a person on each tab of money. */
export type MoneyCounts = Record<'transfers' | 'approvals', number> & {
  /** null: this person may not see lines of the bank. */
  bank: number | null;
};

/** Waiting rows, as SQL that follows FROM. Each reads only a few rows of an index. */
const WAITING = {
  unpaid: `orders WHERE ${statusIsIn('status', STATUS_SETS.awaitingPayment)} AND NOT is_test`,
  orders: `orders WHERE ${statusIsIn('status', STATUS_SETS.shippable)} AND NOT is_test`,
  returnsToSettle: RETURNS_WAITING_FOR.settlement,
  returnsToDecide: RETURNS_WAITING_FOR.decision,
  returnsToInspect: RETURNS_WAITING_FOR.inspection,
  failedDeliveries: "delivery_failures WHERE state = 'open'",
  // Claims are problems, too: money waits for a person.
  findings: findingsOf('problem', 'claim'),
  back: findingsOf('back'),
  claims: findingsOf('claim'),
  problems: findingsOf('problem'),
  bookings: "courier_bookings WHERE state = 'needs_person'",
  // Transfers and lines that wait for approval are counted there.
  transfers: `bank_transfers t WHERE status = 'claimed' AND ${isNotProposed('transfer', 't.id::text')}`,
  bankLines: `statement_lines l WHERE state IN ('unmatched', 'suggested')
    AND ${isNotProposed('bank_line', "'line:' || l.id")}`,
  adjustments: "approvals WHERE status = 'waiting' AND kind = 'adjustment'",
  approvals: "approvals WHERE status = 'waiting' AND kind = ANY (readable.kinds)",
};

const RECENT = `now() - interval '7 days'`;
const FINDINGS = {
  missed: `gateway_payments WHERE found_by IN ('schedule', 'day') AND receipt_id IS NOT NULL AND seen_at >= ${RECENT}`,
  otherCurrency: `gateway_payments WHERE outcome = 'other_currency' AND seen_at >= ${RECENT}`,
  unknownNotices: `gateway_notices WHERE outcome = 'unknown_order' AND received_at >= ${RECENT}`,
  failedRefunds: `gateway_refunds WHERE status = 'failed' AND created_at >= ${RECENT}`,
  outsideRefunds: `gateway_refunds WHERE is_outside AND created_at >= ${RECENT}`,
  openDisputes: "gateway_disputes WHERE status = 'open'",
  unclearSettlements: `gateway_settlements
    WHERE settled_at >= ${RECENT} AND (unknown_lines <> '[]' OR status = 'processed' AND journal_id IS NULL)`,
};
type GatewayFinding = keyof typeof FINDINGS;

const GATEWAY = [
  ...Object.entries(FINDINGS).map(([name, from]) => `'${name}', (SELECT count(*) FROM ${from})`),
  `'differenceMinor', coalesce((SELECT books_minor - held_minor FROM gateway_day_checks
    WHERE held_minor IS NOT NULL ORDER BY id DESC LIMIT 1), 0)`,
].join();

const MONTH = `date_trunc('month', now() AT TIME ZONE '${TIME_ZONE}')`;
const SKUS_SHOWN = 5;

// Orders get their ids in the order in which they are placed: the index on (product_id, order_id) finds the recently
// ordered lines of a product without reading older ones. LIMIT keeps the planner from joining all orders first.
const SOLD_OUT = `
  WITH since AS (
    SELECT id FROM orders WHERE NOT is_test AND created_at >= ${RECENT} ORDER BY created_at, id LIMIT 1
  ), sold_out AS (
    SELECT p.sku FROM products p
    WHERE p.active
      AND (SELECT sum(l.on_hand - l.reserved) FROM stock_levels l WHERE l.product_id = p.id) = 0
      AND (
        SELECT true FROM order_items i JOIN orders o ON o.id = i.order_id
        WHERE i.product_id = p.id AND i.order_id >= (SELECT id FROM since) AND NOT o.is_test
          AND NOT ${statusIsIn('o.status', STATUS_SETS.void)}
        LIMIT 1
      )
  )
  SELECT json_build_object('count', count(*),
    'skus', ARRAY(SELECT sku FROM sold_out ORDER BY sku LIMIT ${SKUS_SHOWN})) FROM sold_out`;

/** The kinds of approvals that the person may see. */
const READABLE = '(SELECT $1::text[] AS kinds) readable';

const SQL: Record<keyof Figures, string> = {
  toPay: `SELECT json_build_object('count', count(*), 'amountMinor', coalesce(sum(total_minor), 0),
    'oldestAtMs', ${epochMs('min(created_at)')}) FROM ${WAITING.unpaid}`,
  toShip: `SELECT json_build_object('count', count(*), 'oldestAtMs', ${epochMs('min(created_at)')},
    'lateCount', count(*) FILTER (WHERE created_at < now() - interval '48 hours')) FROM ${WAITING.orders}`,
  returnsToSettle: counted(WAITING.returnsToSettle),
  returnsToDecide: counted(WAITING.returnsToDecide),
  returnsToInspect: counted(WAITING.returnsToInspect),
  failedDeliveries: `SELECT json_build_object('count', count(*), 'dueTodayCount',
    count(*) FILTER (WHERE answer_by < (${TODAY} + 1)::timestamp AT TIME ZONE '${TIME_ZONE}')) FROM ${WAITING.failedDeliveries}`,
  deliveryProblems: `SELECT json_build_object('bookings', (${counted(WAITING.bookings)}), 'findings', (${counted(WAITING.findings)}))`,
  soldOut: SOLD_OUT,
  transfersToConfirm: `SELECT json_build_object('count', count(*), 'amountMinor', coalesce(sum(amount_minor), 0))
    FROM ${WAITING.transfers}`,
  adjustmentsToApprove: counted(WAITING.adjustments),
  approvalsWaiting: counted(WAITING.approvals),
  bankAccountsAlone: `SELECT coalesce(json_agg(name ORDER BY id), '[]') FROM bank_accounts
    WHERE entered_alone_by IS NOT NULL AND (SELECT count(*) FROM operator_roles WHERE role = 'owner') < 2`,
  ownersLeaving: `SELECT coalesce(json_agg(json_build_object('email', details ->> 'email',
      'atMs', ${epochMs(`(proposed_at + interval '${DELAY_HOURS} hours')`)}) ORDER BY id), '[]')
    FROM approvals WHERE status = 'waiting' AND details @> '{"isDelayed":true}'`,
  documentHolds: counted('document_holds WHERE ended_at IS NULL'),
  gateway: `SELECT json_build_object(${GATEWAY})`,
  // Those in good standing. One that ends as a month begins ends with the month before.
  subscriptionsEnding: `SELECT json_build_object('count', count(*), 'endedCount', count(*) FILTER (WHERE ends_at <= now()))
    FROM subscriptions WHERE status IN ('trialing', 'active', 'past_due')
      AND ends_at > ${MONTH} AT TIME ZONE '${TIME_ZONE}' AND ends_at <= (${MONTH} + interval '1 month') AT TIME ZONE '${TIME_ZONE}'`,
  failingMails: counted('queued_mails WHERE attempts >= 3'),
};

/** Counts the open work of staff, without test orders. */
@Injectable()
export class OpenWorkRepository {
  constructor(private readonly approvals: ApprovalsService) {}

  /** Reads the figures that a person may see, in one statement. */
  async getFigures(manager: EntityManager, may: Permitted): Promise<OpenWorkFigures> {
    const columns = Object.entries(SQL).map(([name, sql]) => {
      const { needs } = OPEN_WORK[name as keyof Figures];
      return `(${may(needs) ? sql : 'NULL'}) AS "${name}"`;
    });
    const [row] = await manager.query<[OpenWorkFigures]>(
      `SELECT ${columns.join(', ')} FROM ${READABLE}`,
      [this.approvals.listReadable(may)],
    );
    return row;
  }

  /** Counts the returns to decide, inspect or settle; bounded. */
  async countReturns(manager: EntityManager): Promise<number> {
    const { returnsToDecide, returnsToInspect, returnsToSettle } = WAITING;
    const returns = [returnsToDecide, returnsToInspect, returnsToSettle];
    return (await countEach(manager, { returns })).returns;
  }

  /** Counts what waits for a person on each tab of deliveries; each is bounded. */
  async countDeliveries(manager: EntityManager): Promise<DeliveryCounts> {
    const { failedDeliveries, back, claims, problems, bookings } = WAITING;
    return countEach(manager, {
      failed: [failedDeliveries],
      back: [back],
      claim: [claims],
      problem: [problems, bookings],
    });
  }

  /** Counts what waits for a person on each tab of money; each is bounded. */
  async countMoney(manager: EntityManager, may: Permitted): Promise<MoneyCounts> {
    const { transfers, bankLines, approvals } = WAITING;
    const tabs = { transfers: [transfers], bank: [bankLines], approvals: [approvals] };
    const counts = await countEach(manager, tabs, this.approvals.listReadable(may));
    return { ...counts, bank: may('bank:read') ? counts.bank : null };
  }
}

function findingsOf(...groups: FindingGroup[]): string {
  return `delivery_findings WHERE settled_at IS NULL AND kind IN ${listed(groups.flatMap(kindsOf))}`;
}

function counted(from: string): string {
  return `SELECT count(*)::integer FROM ${from}`;
}

function isNotProposed(kind: ApprovalKindName, key: string): string {
  return `NOT EXISTS (SELECT FROM approvals a WHERE a.status = 'waiting' AND a.kind = '${kind}' AND a.key = ${key})`;
}

/** Counts the rows of some sources together under each name, in one statement. */
async function countEach<Name extends string>(
  manager: EntityManager,
  sources: Record<Name, readonly string[]>,
  readableKinds: readonly string[] = [],
): Promise<Record<Name, number>> {
  const columns = Object.entries<readonly string[]>(sources).map(
    ([name, from]) => `least(${from.map(boundedCount).join(' + ')}, ${COUNTED_MAX}) AS "${name}"`,
  );
  const [row] = await manager.query<[Record<Name, number>]>(
    `SELECT ${columns.join(', ')} FROM ${READABLE}`,
    [readableKinds],
  );
  return row;
}
