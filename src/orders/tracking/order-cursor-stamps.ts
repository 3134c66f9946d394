import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import type { OrderCursor } from './order-cursor.js';

/** Bytes of a stamp, which is written within a number. */
const STAMP_BYTES = 6;

/**
 * Stamps that prove that this service wrote a cursor. Only such a cursor shows that the database has lost orders; others
 * are made up, or of another installation. The key is derived from SECRETS_KEY, because a key in the database would be
 * lost with it.
 */
@Injectable()
export class OrderCursorStamps {
  /** The current key and the one before; none in a command before the first start. */
  private readonly keys: readonly Buffer[];

  constructor(@Inject(SETTINGS) { secretsKey, secretsKeyPrevious }: Settings) {
    const secrets = [secretsKey, secretsKeyPrevious].filter((secret) => secret !== null);
    this.keys = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'cursors of the list of orders', 32)),
    );
  }

  stamp(cursor: Omit<OrderCursor, 'stamp'>): OrderCursor {
    const [key] = this.keys;
    return { ...cursor, stamp: key === undefined ? null : stampOf(key, cursor) };
  }

  /** Tells whether this service wrote a cursor. */
  isGenuine(cursor: OrderCursor): boolean {
    return this.keys.some((key) => stampOf(key, cursor) === cursor.stamp);
  }
}

function stampOf(key: Buffer, { incarnation, after, readAt }: Omit<OrderCursor, 'stamp'>): number {
  const text = [incarnation, after.position, readAt].join('.');
  return createHmac('sha256', key).update(text).digest().readUIntBE(0, STAMP_BYTES);
}
