import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { groupBy } from '../../platform/group-by.js';
import { AppError } from '../../platform/http/errors.js';
import { OrderChanges } from '../fulfillment/order-changes.js';
import { OrdersAdminRepository, type StoredOrder } from '../fulfillment/orders.admin.repository.js';
import { ShippingService } from '../fulfillment/shipments/shipping.service.js';
import { readShipmentFile, type ShipmentRow, type ShipmentRows } from './shipment-file.js';
import { toShipmentImportReport } from './shipment-import.dto.js';
import {
  ShipmentImportRefused,
  ShipmentProblems,
  type ShipmentImportReport,
  type ShipmentWarning,
} from './shipment-import-report.js';

/** The result of recording a shipment. */
interface Outcome {
  rows: readonly ShipmentRow[];
  result: 'created' | 'unchanged' | { problem: string };
}

/** Records the valid shipments of a CSV file and reports the others. */
@Injectable()
export class ShipmentImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly shipping: ShippingService,
    private readonly orders: OrdersAdminRepository,
  ) {}

  /**
   * Records the shipments of a file, those of each order in one transaction. Importing the same file again changes
   * nothing.
   *
   * @throws ShipmentImportRefused where the header cannot be used
   */
  async importShipments(
    file: AsyncIterable<Buffer>,
    { isDryRun }: { isDryRun: boolean },
  ): Promise<ShipmentImportReport> {
    const problems = new ShipmentProblems();
    const { rows, isReadable, orders } = await readShipmentFile(file, problems);
    const outcomes: Outcome[] = [];
    for (const [orderNumber, shipments] of orders) {
      outcomes.push(...(await this.storedOrUndone(orderNumber, shipments, isDryRun)));
    }
    for (const outcome of outcomes) reportProblem(outcome, problems);
    const applied = outcomes.filter(({ result }) => typeof result === 'string');
    const report = {
      isDryRun,
      rows,
      created: outcomes.filter(({ result }) => result === 'created').length,
      unchanged: outcomes.filter(({ result }) => result === 'unchanged').length,
      problems: problems.list,
      warnings: await this.warningsOf(applied.map(({ rows: [first] }) => first!)),
      hasMoreProblems: problems.hasMore,
    };
    if (!isReadable) throw new ShipmentImportRefused(toShipmentImportReport(report));
    return report;
  }

  /** Returns a warning for each shipment whose tracking number another order has: here or in the file. */
  private async warningsOf(shipments: readonly ShipmentRow[]): Promise<ShipmentWarning[]> {
    const numbers = shipments.map(({ trackingNumber }) => trackingNumber);
    const ordersOf = await this.orders.findByTracking(this.dataSource.manager, numbers);
    for (const { trackingNumber, orderNumber } of shipments) {
      ordersOf.set(trackingNumber, (ordersOf.get(trackingNumber) ?? new Set()).add(orderNumber));
    }
    const warnings = shipments.flatMap(({ line, orderNumber, trackingNumber }) => {
      const [other] = [...ordersOf.get(trackingNumber)!].filter((each) => each !== orderNumber);
      if (other === undefined) return [];
      const warning = `has the tracking number ${trackingNumber} of order ${other} as well: check which order it is for`;
      return [{ line, orderNumber, warning }];
    });
    return warnings.toSorted((a, b) => a.line - b.line).slice(0, LIMITS.importProblems);
  }

  private async storedOrUndone(
    orderNumber: string,
    shipments: readonly ShipmentRows[],
    isDryRun: boolean,
  ): Promise<Outcome[]> {
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const outcomes: Outcome[] = [];
        for (const shipment of shipments) {
          const result = await this.record(manager, orderNumber, shipment);
          outcomes.push({ rows: shipment.rows, result });
        }
        if (isDryRun) throw new Undone(outcomes);
        return outcomes;
      });
    } catch (error) {
      if (error instanceof Undone) return error.outcomes;
      throw error;
    }
  }

  /** Records a shipment, or returns its problem. A refused shipment writes nothing: it has a savepoint of its own. */
  private async record(
    manager: EntityManager,
    orderNumber: string,
    { first, rows }: ShipmentRows,
  ): Promise<Outcome['result']> {
    const units = rows.flatMap((row) => row.units ?? []);
    const { courier, trackingNumber, trackingUrl } = first;
    try {
      const order = await this.changes.lock(manager, orderNumber);
      const stored = await this.orders.find(manager, orderNumber);
      const known = stored && unitsOfShipment(stored, { courier, trackingNumber });
      if (known) return sameOrProblem(known, units);
      await inTransaction(manager, (shipment) =>
        this.shipping.shipLocked(shipment, order, {
          ...{ courier, trackingNumber, trackingUrl, shippedAt: null },
          items: units.length === 0 ? null : units,
        }),
      );
      return 'created';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [fault] = error.fields;
      return { problem: fault?.message ?? error.message };
    }
  }
}

/** Carries the outcomes out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('not stored');
  }
}

type Units = readonly { line: number; quantity: number }[];

/** Returns the units of a shipment, or null if the order has none with this courier and tracking number. */
function unitsOfShipment(
  { shipments, shipmentItems }: StoredOrder,
  { courier, trackingNumber }: Pick<ShipmentRow, 'courier' | 'trackingNumber'>,
): Units | null {
  const found = shipments.filter(
    (shipment) => shipment.courier === courier && shipment.trackingNumber === trackingNumber,
  );
  if (found.length === 0) return null;
  const ids = new Set(found.map(({ id }) => id));
  const items = shipmentItems.filter(({ shipmentId }) => ids.has(shipmentId));
  return [...groupBy(items, ({ line }) => line)].map(([line, ofLine]) => ({
    line,
    quantity: ofLine.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

/**
 * Compares a shipment of the file with the recorded one. A shipment without units in the file matches any units.
 */
function sameOrProblem(known: Units, sent: Units): Outcome['result'] {
  const sorted = sent.toSorted((a, b) => a.line - b.line);
  if (sent.length === 0 || isDeepStrictEqual(known, sorted)) return 'unchanged';
  return { problem: 'has a tracking number that was recorded already, with other units' };
}

function reportProblem({ rows, result }: Outcome, problems: ShipmentProblems): void {
  if (typeof result === 'string') return;
  for (const { line, orderNumber } of rows) {
    problems.add({ line, column: null, orderNumber, problem: result.problem });
  }
}
