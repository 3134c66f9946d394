import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Order } from '../order.entity.js';
import { TEST_SCENARIOS, type TestEvent } from './test-scenarios.js';

/** A test order and the event that is due. */
interface DueStep {
  order: Order;
  event: TestEvent;
}

const STEPS = TEST_SCENARIOS.flatMap(({ name, steps }) =>
  steps.map((step) => ({ scenario: name, ...step })),
);

const LOCK_DUE = `
  SELECT o.id, step.event
  FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[])
    AS step (scenario, status, event, after_seconds)
  JOIN orders o ON o.test_scenario = step.scenario AND o.status = step.status
  WHERE o.test_scenario IS NOT NULL AND o.created_at <= now() - make_interval(secs => step.after_seconds)
  ORDER BY o.id LIMIT 1
  FOR UPDATE OF o SKIP LOCKED`;

@Injectable()
export class TestModeRepository {
  /** Locks the test order whose step has been due longest, skipping rows that another transaction has locked. */
  async lockDue(manager: EntityManager): Promise<DueStep | null> {
    const [due] = await manager.query<{ id: number; event: TestEvent }[]>(LOCK_DUE, [
      STEPS.map(({ scenario }) => scenario),
      STEPS.map(({ from }) => from),
      STEPS.map(({ event }) => event),
      STEPS.map(({ afterSeconds }) => afterSeconds),
    ]);
    if (due === undefined) return null;
    const order = await manager.getRepository(Order).findOneByOrFail({ id: due.id });
    return { order, event: due.event };
  }

  /** Removes the scenario from an order for which it has no further step. */
  async endScenario(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE orders SET test_scenario = NULL
        WHERE id = $1 AND (test_scenario, status) NOT IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [id, STEPS.map(({ scenario }) => scenario), STEPS.map(({ from }) => from)],
    );
  }
}
