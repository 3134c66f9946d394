import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DEVICE_SECONDS } from './device.entity.js';

/** Devices of a person; the one that was used longest ago is forgotten for another one. */
const DEVICES_MAX = 20;
const KNOWN = `used_at > now() - interval '${DEVICE_SECONDS} seconds'`;

@Injectable()
export class DevicesRepository {
  /** Tells whether a person signed in with a device. @param email in lower case */
  async isOf(manager: EntityManager, idHash: Buffer, email: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM devices d JOIN users u ON u.id = d.user_id
        WHERE d.id_hash = $1 AND u.email = $2 AND d.${KNOWN}`,
      [idHash, email],
    );
    return rows.length > 0;
  }

  /** Tells whether anybody signed in with a device. */
  async isKnown(manager: EntityManager, idHash: Buffer): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM devices WHERE id_hash = $1 AND ${KNOWN}`,
      [idHash],
    );
    return rows.length > 0;
  }

  /** Records a sign-in. @returns whether the device is known and of this person */
  async touch(manager: EntityManager, idHash: Buffer, userId: number): Promise<boolean> {
    const [, affected] = await manager.query<[unknown, number]>(
      `UPDATE devices SET used_at = now() WHERE id_hash = $1 AND user_id = $2 AND ${KNOWN}`,
      [idHash, userId],
    );
    return affected === 1;
  }

  async insert(manager: EntityManager, idHash: Buffer, userId: number): Promise<void> {
    await manager.query(
      `DELETE FROM devices WHERE id_hash IN (
        SELECT id_hash FROM devices WHERE user_id = $1 ORDER BY used_at DESC OFFSET ${DEVICES_MAX - 1}
      )`,
      [userId],
    );
    await manager.query('INSERT INTO devices (id_hash, user_id) VALUES ($1, $2)', [idHash, userId]);
  }

  async deleteAll(manager: EntityManager, userId: number): Promise<void> {
    await manager.query('DELETE FROM devices WHERE user_id = $1', [userId]);
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query(`DELETE FROM devices WHERE NOT ${KNOWN}`);
  }
}
