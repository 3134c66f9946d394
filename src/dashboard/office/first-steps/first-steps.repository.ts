import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { STATUS_SETS } from '../../../orders/lifecycle/order-lifecycle.js';
import { statusIsIn } from '../../../orders/lifecycle/status-sql.js';
import { FirstRun } from './first-run.entity.js';

/** Facts that show how far an installation is set up. */
export interface SetUpFacts {
  hasCompany: boolean;
  hasTaxProfile: boolean;
  hasPlan: boolean;
  hasProduct: boolean;
  /** True if delivery zones exist and at least one of them is served. */
  hasDelivery: boolean;
  hasColleague: boolean;
  hasClient: boolean;
  hasPaidOrder: boolean;
  /** True if a shipment was invoiced, or an order is so old that it is archived. */
  hasInvoice: boolean;
  /** The oldest order that was neither canceled nor has expired; null: none. */
  firstOrder: {
    number: string;
    isPaid: boolean;
    isShipped: boolean;
    /** False for what was shipped before a tax profile existed. */
    canBeInvoiced: boolean;
  } | null;
  isDismissed: boolean;
}

/** Reads how far an installation is set up. */
@Injectable()
export class FirstStepsRepository {
  async getFacts(manager: EntityManager): Promise<SetUpFacts> {
    const [facts] = await manager.query<[SetUpFacts]>(
      `SELECT
        EXISTS (SELECT FROM tax_profiles) OR EXISTS (SELECT FROM brand WHERE name IS NOT NULL) AS "hasCompany",
        EXISTS (SELECT FROM tax_profiles) AS "hasTaxProfile",
        EXISTS (SELECT FROM plans) AS "hasPlan",
        EXISTS (SELECT FROM products WHERE test_scenario IS NULL) AS "hasProduct",
        coalesce((SELECT bool_or(surcharge_minor IS NOT NULL) OR NOT bool_or(country = '*' AND pincode_prefix = '')
          FROM delivery_zones), false) AS "hasDelivery",
        (SELECT count(*) FROM users WHERE kind = 'operator') > 1
          OR EXISTS (SELECT FROM invitations WHERE client_id IS NULL AND accepted_at IS NULL AND expires_at > now()) AS "hasColleague",
        EXISTS (SELECT FROM clients WHERE test_of IS NULL) AS "hasClient",
        EXISTS (SELECT FROM orders WHERE payment_status <> 'unpaid' AND NOT is_test)
          OR EXISTS (SELECT FROM archived_orders) AS "hasPaidOrder",
        EXISTS (SELECT FROM tax_documents WHERE shipment_id IS NOT NULL)
          OR EXISTS (SELECT FROM archived_orders) AS "hasInvoice",
        (SELECT json_build_object('number', order_number, 'isPaid', payment_status <> 'unpaid',
            'isShipped', ${statusIsIn('status', [...STATUS_SETS.dispatched, 'partially_shipped'])},
            'canBeInvoiced', EXISTS (SELECT FROM uninvoiced_shipments u WHERE u.order_number = orders.order_number))
          FROM orders WHERE NOT is_test AND NOT ${statusIsIn('status', STATUS_SETS.void)} ORDER BY id LIMIT 1) AS "firstOrder",
        EXISTS (SELECT FROM first_run) AS "isDismissed"`,
    );
    return facts;
  }

  /** Stores that the steps are dismissed. Returns false if they were dismissed before. */
  async dismiss(manager: EntityManager): Promise<boolean> {
    const stored = await manager.query<unknown[]>(
      'INSERT INTO first_run (id) VALUES (1) ON CONFLICT DO NOTHING RETURNING id',
    );
    return stored.length > 0;
  }

  /** Removes the record of a dismissal. Returns false if the steps were not dismissed. */
  async restore(manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.delete(FirstRun, { id: 1 });
    return affected === 1;
  }
}
