import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import type { OrderCursor } from './order-cursor.js';

/** Bytes of a stamp, which is written as part of a number. The first two hide the client, the others are the proof. */
const STAMP_BYTES = 6;
const PROOF = 2 ** 32;
/** Number of different marks of clients. 0 marks no client, as in the stamps of release 1.2. */
const MARKS = 2 ** 16 - 1;

/**
 * Stamps prove that this service wrote a cursor, and for which client. Only a stamped cursor shows that the database has lost
 * orders; others are made up, or belong to another installation.
 * - the key is derived from SECRETS_KEY, because a key in the database would be lost with it
 */
@Injectable()
export class OrderCursorStamps {
  /** The current and the previous key. A command before the first start has none. */
  private readonly keys: readonly Buffer[];

  constructor(@Inject(SETTINGS) { secretsKey, secretsKeyPrevious }: Settings) {
    const secrets = [secretsKey, secretsKeyPrevious].filter((secret) => secret !== null);
    this.keys = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'cursors of the list of orders', 32)),
    );
  }

  stamp(cursor: Omit<OrderCursor, 'stamp'>, clientId: number): OrderCursor {
    const [key] = this.keys;
    const stamp = key === undefined ? null : marked(stampOf(key, cursor), markOf(clientId));
    return { ...cursor, stamp };
  }

  /** Returns true if this service wrote a cursor for a client; a stamp of release 1.2 fits any. */
  isGenuine(cursor: OrderCursor, clientId: number): boolean {
    return [0, markOf(clientId)].includes(this.findMark(cursor) ?? -1);
  }

  /** Returns true if this service wrote a cursor for another client. */
  isOfAnother(cursor: OrderCursor, clientId: number): boolean {
    return ![null, 0, markOf(clientId)].includes(this.findMark(cursor));
  }

  /** Finds the client's mark in a cursor; null if this service did not write the cursor. */
  private findMark(cursor: OrderCursor): number | null {
    const { stamp } = cursor;
    if (stamp === null) return null;
    const unmarked = this.keys.map((key) => stampOf(key, cursor));
    const own = unmarked.find((found) => found % PROOF === stamp % PROOF);
    return own === undefined ? null : Math.floor(own / PROOF) ^ Math.floor(stamp / PROOF);
  }
}

function markOf(clientId: number): number {
  return (clientId % MARKS) + 1;
}

function marked(stamp: number, mark: number): number {
  return (Math.floor(stamp / PROOF) ^ mark) * PROOF + (stamp % PROOF);
}

function stampOf(key: Buffer, { incarnation, after, readAt }: Omit<OrderCursor, 'stamp'>): number {
  const text = [incarnation, after.position, readAt].join('.');
  return createHmac('sha256', key).update(text).digest().readUIntBE(0, STAMP_BYTES);
}
