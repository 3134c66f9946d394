import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { WITHOUT_PERSONAL_TEXTS } from '../order-texts.js';
import { isClosedBefore } from '../archive/closed-orders.js';

/** Replaces a customer's name; all other personal data is emptied. */
const ANONYMOUS = 'Anonymized';

/** The data of the customers in orders. */
@Injectable()
export class CustomerDataRepository {
  /**
   * Anonymizes the oldest orders that were closed a number of days ago, by the database's clock. Skips orders that another
   * instance has locked.
   *
   * @param limit maximum number of orders
   * @returns the number of orders
   */
  async anonymize(manager: EntityManager, days: number, limit: number): Promise<number> {
    const [{ count }] = await manager.query<[{ count: number }]>(
      `WITH anonymized AS (
          UPDATE orders SET customer_name = $3, customer_phone = '', customer_email = NULL, shipping_address = '',
            shipping_city = '', shipping_pincode = '', ${WITHOUT_PERSONAL_TEXTS}, cancel_reason = NULL,
            anonymized_at = now()
          WHERE id IN (
            SELECT id FROM orders o
            WHERE anonymized_at IS NULL AND ${isClosedBefore('now() - make_interval(days => $1)')}
            ORDER BY created_at, id LIMIT $2
            FOR NO KEY UPDATE SKIP LOCKED
          )
          RETURNING id, order_number
        ), without_returns AS (
          UPDATE order_returns SET reason = NULL, instructions = NULL, courier = NULL, tracking_number = NULL,
            tracking_url = NULL, sent_at = NULL
          WHERE order_id IN (SELECT id FROM anonymized)
        ), without_words AS (
          UPDATE shipment_events SET words = NULL, place = NULL WHERE order_id IN (SELECT id FROM anonymized)
        ), without_findings AS (
          UPDATE delivery_findings SET note = NULL WHERE order_id IN (SELECT id FROM anonymized)
        ), not_sent AS (
          UPDATE courier_bookings SET sent = NULL, problem_words = NULL, label = NULL WHERE order_id IN (SELECT id FROM anonymized)
        ), unanswered AS (
          UPDATE delivery_failures SET words = NULL, phone = NULL, address = NULL, comment = NULL, problem = NULL
          WHERE order_id IN (SELECT id FROM anonymized)
        ), without_notes AS (
          DELETE FROM internal_notes WHERE subject IN (SELECT 'order ' || order_number FROM anonymized)
        )
        SELECT count(*)::integer AS count FROM anonymized`,
      [days, limit, ANONYMOUS],
    );
    return count;
  }
}
