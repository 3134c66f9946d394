import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hashSecret, isWellFormedSecret, newSecret } from '../secret.js';
import { DevicesRepository } from './devices.repository.js';

/** Devices: the browsers that people signed in with before. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: DevicesRepository,
  ) {}

  /** Finds the stored hash of a device's id if this person signed in with it; otherwise null. */
  async find(deviceId: string | null, email: string): Promise<Buffer | null> {
    if (deviceId === null || !isWellFormedSecret(deviceId)) return null;
    const idHash = hashSecret(deviceId);
    const isKnown = await this.repository.isOf(
      this.dataSource.manager,
      idHash,
      email.toLowerCase(),
    );
    return isKnown ? idHash : null;
  }

  /** Returns true if a person signed in with a device. */
  async isKnown(deviceId: string | null): Promise<boolean> {
    if (deviceId === null || !isWellFormedSecret(deviceId)) return false;
    return this.repository.isKnown(this.dataSource.manager, hashSecret(deviceId));
  }

  /**
   * Records a person's sign-in, in the caller's transaction.
   *
   * @param deviceId the id that the browser presented; an unknown one or another person's is replaced
   * @returns the id for the cookie
   */
  async remember(manager: EntityManager, userId: number, deviceId: string | null): Promise<string> {
    const isKnown =
      deviceId !== null && (await this.repository.touch(manager, hashSecret(deviceId), userId));
    if (isKnown) return deviceId;
    const { text, hash } = newSecret();
    await this.repository.insert(manager, hash, userId);
    return text;
  }

  /** Forgets every device of a person, in the caller's transaction. */
  async forgetAll(manager: EntityManager, userId: number): Promise<void> {
    await this.repository.deleteAll(manager, userId);
  }
}
