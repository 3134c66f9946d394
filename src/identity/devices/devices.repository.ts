import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, Repository, type EntityManager } from 'typeorm';
import { Device, DEVICE_SECONDS } from './device.entity.js';

/** Maximum number of devices of a person. Another one replaces the one that was used longest ago. */
const DEVICES_MAX = 20;
const FORGOTTEN_AT = `now() - interval '${DEVICE_SECONDS} seconds'`;
const KNOWN = { usedAt: Raw((column) => `${column} > ${FORGOTTEN_AT}`) };

@Injectable()
export class DevicesRepository {
  constructor(@InjectRepository(Device) private readonly devices: Repository<Device>) {}

  /** Returns true if a person signed in with a device. @param email in lower case */
  async isOf(manager: EntityManager, idHash: Buffer, email: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM devices d JOIN users u ON u.id = d.user_id
        WHERE d.id_hash = $1 AND u.email = $2 AND d.used_at > ${FORGOTTEN_AT}`,
      [idHash, email],
    );
    return rows.length > 0;
  }

  /** Returns true if anyone signed in with a device. */
  async isKnown(manager: EntityManager, idHash: Buffer): Promise<boolean> {
    return manager.withRepository(this.devices).existsBy({ idHash, ...KNOWN });
  }

  /** Records a sign-in. @returns true if the device is known and belongs to this person */
  async touch(manager: EntityManager, idHash: Buffer, userId: number): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.devices)
      .update({ idHash, userId, ...KNOWN }, { usedAt: () => 'now()' });
    return affected === 1;
  }

  async insert(manager: EntityManager, idHash: Buffer, userId: number): Promise<void> {
    await manager.query(
      `DELETE FROM devices WHERE id_hash IN (
        SELECT id_hash FROM devices WHERE user_id = $1 ORDER BY used_at DESC OFFSET ${DEVICES_MAX - 1}
      )`,
      [userId],
    );
    await manager.withRepository(this.devices).insert({ idHash, userId });
  }

  async deleteAll(manager: EntityManager, userId: number): Promise<void> {
    await manager.withRepository(this.devices).delete({ userId });
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    const usedAt = Raw((column) => `${column} <= ${FORGOTTEN_AT}`);
    await manager.withRepository(this.devices).delete({ usedAt });
  }
}
