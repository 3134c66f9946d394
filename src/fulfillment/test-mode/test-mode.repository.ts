import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import type { ShipmentState } from '../../orders/tracking/shipment-state.js';
import { Order } from '../../orders/order.entity.js';
import { isUnsettledReturn, statusIsIn } from '../../orders/lifecycle/status-sql.js';
import {
  RETURN_STEP_SECONDS,
  TEST_ANSWER,
  TEST_SCENARIOS,
  type TestEvent,
} from '../../orders/lifecycle/test-scenarios.js';

type TestReturnStep = keyof typeof RETURN_STEP_SECONDS;

/** A test order and the step of its return that is due. */
interface DueReturn {
  order: Order;
  returnId: number;
  step: TestReturnStep;
}

/** A test order and the step of its scenario that is due. */
interface DueStep {
  order: Order;
  event: TestEvent | null;
  scan: ShipmentState | null;
  /** Code of the step's scan: the step is done once a shipment has it. */
  code: string;
}

const STEPS = TEST_SCENARIOS.flatMap(({ name, steps }) =>
  steps.map((step) => ({ scenario: name, ...step })),
);

const textOrNull = (text: string | null): string => (text === null ? 'NULL' : `'${text}'`);
const STEP_ROWS = STEPS.map(
  ({ scenario, from, event, scan, afterSeconds }) =>
    `('${scenario}', '${from}', ${textOrNull(event)}, ${textOrNull(scan)}, ${afterSeconds})`,
);
// A scan alone leaves the order's status, so it is done once its event is stored.
const DUE_STEPS = `
  FROM (VALUES ${STEP_ROWS.join(', ')}) AS step (scenario, status, event, scan, after_seconds)
  JOIN orders o ON o.test_scenario = step.scenario AND o.status = step.status
  WHERE o.test_scenario IS NOT NULL AND o.created_at <= now() - make_interval(secs => step.after_seconds)
    AND (step.event IS NOT NULL OR NOT EXISTS (
      SELECT FROM shipment_events e WHERE e.order_id = o.id AND e.code = 'TEST-' || step.after_seconds
    ))
    AND NOT EXISTS (
      SELECT FROM shipment_events e WHERE e.order_id = o.id AND e.code = '${TEST_ANSWER.event.code}'
        AND e.at > now() - make_interval(secs => ${TEST_ANSWER.pauseSeconds})
    )`;

const IS_RETURNABLE = statusIsIn('o.status', STATUS_SETS.returnable);

const { decide, receive, settle } = RETURN_STEP_SECONDS;
const DUE_RETURNS = `
  FROM order_returns r JOIN orders o ON o.id = r.order_id
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN ${IS_RETURNABLE} AND r.accepted_at IS NULL THEN 'decide'
      WHEN ${IS_RETURNABLE} THEN 'receive'
      WHEN ${isUnsettledReturn('o.')} THEN 'settle'
    END AS name
  ) step
  WHERE r.declined_at IS NULL AND r.inspected_at IS NULL AND o.is_test
    AND r.created_at <= now() - make_interval(secs => CASE step.name
      WHEN 'decide' THEN ${decide} WHEN 'receive' THEN ${receive} WHEN 'settle' THEN ${settle}
    END)`;

const FIRST_UNLOCKED = 'LIMIT 1 FOR UPDATE OF o SKIP LOCKED';
const LOCK_DUE = `SELECT o.id, step.event, step.scan, 'TEST-' || step.after_seconds AS code
  ${DUE_STEPS} ORDER BY o.id, step.after_seconds ${FIRST_UNLOCKED}`;
const LOCK_DUE_RETURN = `SELECT o.id, r.id AS "returnId", step.name AS step
  ${DUE_RETURNS} ORDER BY o.id ${FIRST_UNLOCKED}`;

/** SQL condition: test orders have steps that are due. */
export const HAS_DUE_STEPS = `EXISTS (SELECT ${DUE_STEPS}) OR EXISTS (SELECT ${DUE_RETURNS})`;

@Injectable()
export class TestModeRepository {
  constructor(@InjectRepository(Order) private readonly orders: Repository<Order>) {}

  /** Locks the test order whose step has been due longest, skipping rows that another transaction has locked. */
  async lockDue(manager: EntityManager): Promise<DueStep | null> {
    const [due] = await manager.query<(Omit<DueStep, 'order'> & { id: number })[]>(LOCK_DUE);
    if (due === undefined) return null;
    const { id, ...step } = due;
    const order = await manager.withRepository(this.orders).findOneByOrFail({ id });
    return { order, ...step };
  }

  /** Locks the test order whose return has been due longest, as {@link lockDue}. */
  async lockDueReturn(manager: EntityManager): Promise<DueReturn | null> {
    const [due] =
      await manager.query<{ id: number; returnId: number; step: TestReturnStep }[]>(
        LOCK_DUE_RETURN,
      );
    if (due === undefined) return null;
    const order = await manager.withRepository(this.orders).findOneByOrFail({ id: due.id });
    return { order, returnId: due.returnId, step: due.step };
  }

  /** Finds the latest shipment of an order. */
  async findShipmentId(manager: EntityManager, orderId: number): Promise<number> {
    const [row] = await manager.query<[{ id: number }]>(
      'SELECT max(id) AS id FROM shipments WHERE order_id = $1',
      [orderId],
    );
    return row.id;
  }

  /** Removes the scenario from an order without further steps. */
  async endScenario(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE orders SET test_scenario = NULL
        WHERE id = $1 AND (test_scenario, status) NOT IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [id, STEPS.map(({ scenario }) => scenario), STEPS.map(({ from }) => from)],
    );
  }
}
