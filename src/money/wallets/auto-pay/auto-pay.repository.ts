import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { STATUS_SETS } from '../../../orders/lifecycle/order-lifecycle.js';
import { statusIsIn } from '../../../orders/lifecycle/status-sql.js';
import { AutoPaySettings } from './auto-pay-settings.entity.js';

// The oldest order of a store of each client below its maximum total. If the wallet does not cover it, younger orders wait as well.
// What an operator placed waits for a person.
const DUE = `
  FROM auto_pay_settings s
  JOIN ledger_accounts w ON w.client_id = s.client_id
  CROSS JOIN LATERAL (
    SELECT order_number, total_minor FROM orders
    WHERE client_id = s.client_id AND ${statusIsIn('status', STATUS_SETS.awaitingPayment)}
      AND NOT by_operator AND total_minor <= coalesce(s.max_order_minor, total_minor)
    ORDER BY created_at, id LIMIT 1
  ) o
  WHERE s.enabled AND w.balance_minor - s.keep_minor >= o.total_minor`;
const FIND_DUE = `SELECT o.order_number AS "orderNumber" ${DUE} ORDER BY s.client_id`;

/** SQL condition: orders are to be paid. */
export const HAS_DUE_ORDERS = `EXISTS (SELECT ${DUE})`;

@Injectable()
export class AutoPayRepository {
  constructor(
    @InjectRepository(AutoPaySettings) private readonly settings: Repository<AutoPaySettings>,
  ) {}

  async find(manager: EntityManager, clientId: number): Promise<AutoPaySettings | null> {
    return manager.withRepository(this.settings).findOneBy({ clientId });
  }

  async put(manager: EntityManager, settings: Omit<AutoPaySettings, 'updatedAt'>): Promise<void> {
    await manager.withRepository(this.settings).upsert(settings, ['clientId']);
  }

  /** Finds at most one order of each client that its wallet covers. Returns the numbers. */
  async findDue(manager: EntityManager): Promise<string[]> {
    const due = await manager.query<{ orderNumber: string }[]>(FIND_DUE);
    return due.map(({ orderNumber }) => orderNumber);
  }
}
