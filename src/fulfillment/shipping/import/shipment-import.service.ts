import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { FileProblems } from '../../../platform/csv/file-problems.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { groupBy } from '../../../platform/group-by.js';
import { AppError } from '../../../platform/http/errors.js';
import type { MissingFact } from '../../../tax/issuing/uninvoiced-shipment.entity.js';
import { OrderChanges } from '../../../orders/lifecycle/order-changes.js';
import { recipientOf } from '../../../orders/order-recipient.js';
import { OrdersAdminRepository } from '../../orders/orders.admin.repository.js';
import { isOtherDelivery } from '../same-delivery.js';
import { ShippingService } from '../shipping.service.js';
import { StockService } from '../../../stock/stock.service.js';
import type { OrderUnits } from '../../../orders/lifecycle/order-units.js';
import {
  readShipmentFile,
  type ShipmentFile,
  type ShipmentRow,
  type ShipmentRows,
} from './shipment-file.js';
import { ShipmentImportReportDto } from './shipment-import.dto.js';
import {
  ShipmentImportRefused,
  type ShipmentImportReport,
  type ShipmentProblem,
  type ShipmentWarning,
} from './shipment-import-report.js';

/** Number of orders that are shipped at the same time. */
const AT_ONCE = 4;
/** Age of a correction that a file may have missed. */
const RESENT_HOURS = 366 * 24;
const CORRECTED =
  'was the tracking number of a shipment of the order until it was corrected: record another shipment by hand';

/** The result of recording a shipment. */
interface Outcome {
  rows: readonly ShipmentRow[];
  result: 'created' | 'unchanged' | { problem: string; column?: string | null };
  /** What the invoice of the recorded shipment lacks. */
  missing?: readonly MissingFact[];
}

/** A file with a usable header, and its problems so far. */
interface ReadShipments {
  file: ShipmentFile;
  problems: FileProblems<ShipmentProblem>;
}

/** Records the valid shipments of a CSV file and reports the others. */
@Injectable()
export class ShipmentImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly changes: OrderChanges,
    private readonly shipping: ShippingService,
    private readonly orders: OrdersAdminRepository,
    private readonly stock: StockService,
  ) {}

  /** Reads a file. @throws ShipmentImportRefused where the header cannot be used; AppError file_unreadable, rate_limited */
  async read(path: string, isDryRun: boolean): Promise<ReadShipments> {
    const problems = new FileProblems<ShipmentProblem>({ column: null, orderNumber: null });
    const file = await readShipmentFile(path, problems);
    if (file.isReadable) return { file, problems };
    const { list, hasMore: hasMoreProblems } = problems;
    const nothing = { isDryRun, created: 0, unchanged: 0, warnings: [], hasMoreProblems };
    const report = { ...nothing, rows: file.rows, problems: list };
    throw new ShipmentImportRefused(ShipmentImportReportDto.show(report));
  }

  /**
   * Records the shipments of a file, each in its own transaction. Recording the same file again changes nothing.
   *
   * @param onRows receives the number of rows that were recorded or refused so far
   */
  async recordFile(
    { file: { rows, orders }, problems }: ReadShipments,
    { isDryRun, onRows }: { isDryRun: boolean; onRows?: (rows: number) => Promise<void> },
  ): Promise<ShipmentImportReport> {
    const outcomes = await this.recordAll(orders, isDryRun, onRows);
    for (const outcome of outcomes) reportProblem(outcome, problems);
    // A dry run is asked what to leave out, which no longer concerns what was recorded before.
    const applied = outcomes.filter(
      ({ result }) => result === 'created' || (!isDryRun && result === 'unchanged'),
    );
    return {
      isDryRun,
      rows,
      created: outcomes.filter(({ result }) => result === 'created').length,
      unchanged: outcomes.filter(({ result }) => result === 'unchanged').length,
      problems: problems.list,
      warnings: await this.warningsOf(applied.map(({ rows: [first] }) => first!)),
      ...uninvoicedOf(outcomes),
      hasMoreProblems: problems.hasMore,
    };
  }

  /** Writes a warning for each shipment whose tracking number another order has, in the database or in the file. */
  private async warningsOf(shipments: readonly ShipmentRow[]): Promise<ShipmentWarning[]> {
    const { manager } = this.dataSource;
    const numbers = shipments.map(({ trackingNumber }) => trackingNumber);
    const ordersOf = await this.orders.findByTracking(manager, numbers);
    for (const { trackingNumber, orderNumber } of shipments) {
      ordersOf.set(trackingNumber, (ordersOf.get(trackingNumber) ?? new Set()).add(orderNumber));
    }
    const shared = [...ordersOf.values()].filter(({ size }) => size > 1);
    const orders = await this.changes.findLive(manager, [
      ...new Set(shared.flatMap((each) => [...each])),
    ]);
    const deliveries = new Map(orders.map((order) => [order.orderNumber, recipientOf(order)]));
    const warnings = shipments.flatMap(({ line, orderNumber, trackingNumber }) => {
      const others = [...ordersOf.get(trackingNumber)!].filter((each) => each !== orderNumber);
      const own = deliveries.get(orderNumber);
      const elsewhere = others.find((other) => {
        const delivery = deliveries.get(other);
        return own !== undefined && delivery !== undefined && isOtherDelivery(own, delivery);
      });
      const other = elsewhere ?? others[0];
      if (other === undefined) return [];
      const isElsewhere = elsewhere !== undefined;
      const which = isElsewhere ? ', which goes to another address' : '';
      const warning = `has the tracking number ${trackingNumber} of order ${other} as well${which}: check which order it is for`;
      return [{ line, orderNumber, warning, isElsewhere }];
    });
    return warnings.toSorted((a, b) => a.line - b.line).slice(0, LIMITS.importProblems);
  }

  /** Records the shipments of some orders at the same time, because each mostly waits for the database. */
  private async recordAll(
    orders: ShipmentFile['orders'],
    isDryRun: boolean,
    onRows: (rows: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const waiting = elementsOf(orders);
    const recordNext = async (): Promise<void> => {
      for (const [orderNumber, shipments] of waiting) {
        outcomes.push(
          ...(isDryRun
            ? await this.tryOrder(orderNumber, shipments)
            : await this.recordOrder(this.dataSource, orderNumber, shipments)),
        );
        await onRows(outcomes.reduce((sum, { rows }) => sum + rows.length, 0));
      }
    };
    // A dry run keeps the locks of all shipments of an order, so two orders could wait for each other.
    const length = isDryRun ? 1 : AT_ONCE;
    const ended = await Promise.allSettled(Array.from({ length }, recordNext));
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    return outcomes.toSorted((a, b) => a.rows[0]!.line - b.rows[0]!.line);
  }

  /** Computes the outcomes of an order's shipments without storing them. */
  private async tryOrder(
    orderNumber: string,
    shipments: readonly ShipmentRows[],
  ): Promise<readonly Outcome[]> {
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        if (shipments.length > 1) await this.lockWithStock(manager, orderNumber);
        throw new Undone(await this.recordOrder(manager, orderNumber, shipments));
      });
    } catch (error) {
      if (error instanceof Undone) return error.outcomes;
      throw error;
    }
  }

  /** Locks an order and all of its stock, because a dry run keeps the locks of one shipment while it tries the next. */
  private async lockWithStock(manager: EntityManager, orderNumber: string): Promise<void> {
    const [known] = await this.changes.findLive(manager, [orderNumber]);
    if (known === undefined) return;
    const order = await this.changes.lock(manager, orderNumber);
    await this.stock.lock(manager, await this.changes.reservations(manager, order));
  }

  private async recordOrder(
    within: DataSource | EntityManager,
    orderNumber: string,
    shipments: readonly ShipmentRows[],
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const shipment of shipments) {
      outcomes.push(await this.record(within, orderNumber, shipment));
    }
    return outcomes;
  }

  /** Records a shipment in its own transaction or savepoint, or returns its problem. */
  private async record(
    within: DataSource | EntityManager,
    orderNumber: string,
    { first, rows }: ShipmentRows,
  ): Promise<Outcome> {
    const units = rows.flatMap((row) => row.units ?? []);
    const { courier, trackingNumber, trackingUrl } = first;
    try {
      return await inTransaction(within, async (manager) => {
        const order = await this.changes.lock(manager, orderNumber);
        const known = await this.orders.listShippedUnits(manager, order.id, first);
        if (known.length > 0) return { rows, result: sameOrProblem(known, units) };
        const correctedAt = await this.audit.findLatest(manager, {
          subject: `order ${order.orderNumber}`,
          hours: RESENT_HOURS,
          before: { tracking_number: trackingNumber },
        });
        if (correctedAt !== null) return { rows, result: { problem: CORRECTED } };
        const { missing } = await this.shipping.shipLocked(manager, order, {
          courier,
          trackingNumber,
          trackingUrl,
          shippedAt: null,
          items: units.length === 0 ? null : units,
        });
        return { rows, result: 'created', missing };
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [fault] = error.fields;
      const column = fault?.field === 'tracking_number' ? fault.field : null;
      return { rows, result: { problem: fault?.message ?? error.message, column } };
    }
  }
}

/** Yields elements to several loops. An error in one loop ends the others, too. */
function* elementsOf<T>(elements: Iterable<T>): Generator<T, void> {
  yield* elements;
}

/** Carries the outcomes out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly outcomes: readonly Outcome[]) {
    super('not stored');
  }
}

type Units = readonly OrderUnits[];

/** Compares a shipment of the file with the recorded one. A shipment without units in the file matches any units. */
function sameOrProblem(known: Units, sent: Units): Outcome['result'] {
  const sorted = sent.toSorted((a, b) => a.line - b.line);
  if (sent.length === 0 || isDeepStrictEqual(known, sorted)) return 'unchanged';
  return { problem: 'has a tracking number that was recorded already, with other units' };
}

/** Lists the orders whose shipments were recorded without an invoice; empty without such orders. */
function uninvoicedOf(outcomes: readonly Outcome[]): Pick<ShipmentImportReport, 'withoutInvoice'> {
  const bare = outcomes.filter(({ missing = [] }) => missing.length > 0);
  const orders = groupBy(bare, ({ rows: [first] }) => first!.orderNumber);
  const withoutInvoice = [...orders].map(([orderNumber, shipments]) => ({
    orderNumber,
    reasons: [
      ...new Set(shipments.flatMap(({ missing = [] }) => missing.map(({ message }) => message))),
    ],
  }));
  return bare.length === 0
    ? {}
    : { withoutInvoice: withoutInvoice.slice(0, LIMITS.importProblems) };
}

function reportProblem({ rows, result }: Outcome, problems: FileProblems<ShipmentProblem>): void {
  if (typeof result === 'string') return;
  for (const { line, orderNumber } of rows) {
    problems.add({ line, orderNumber, ...result });
  }
}
