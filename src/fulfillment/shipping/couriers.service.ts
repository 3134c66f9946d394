import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { KNOWN_COURIERS } from './known-couriers.js';
import { CouriersRepository, type CourierData } from './couriers.repository.js';
import { trackingUrlOf } from './tracking-url.js';

interface CourierNumber {
  courier: string;
  trackingNumber: string;
}

/** The couriers that operators keep. */
@Injectable()
export class CouriersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: CouriersRepository,
  ) {}

  /** Lists all couriers by name. */
  async listCouriers(): Promise<CourierData[]> {
    return this.repository.listCouriers(this.dataSource.manager);
  }

  /** Replaces all couriers by couriers with distinct names. Shipments keep their tracking pages. */
  async replaceCouriers(couriers: readonly CourierData[]): Promise<CourierData[]> {
    return inTransaction(this.dataSource, (manager) => this.putCouriers(manager, couriers));
  }

  /** Replaces all couriers in the caller's transaction. */
  async putCouriers(
    manager: EntityManager,
    couriers: readonly CourierData[],
  ): Promise<CourierData[]> {
    await this.repository.lockCouriers(manager);
    const before = await this.repository.listCouriers(manager);
    await this.repository.replaceCouriers(manager, couriers);
    const after = await this.repository.listCouriers(manager);
    await this.audit.record(manager, {
      action: 'couriers.replaced',
      subject: 'couriers',
      before: { couriers: before },
      after: { couriers: after },
    });
    return after;
  }

  /**
   * Finds the tracking page of a shipment by its courier's template: that of an operator, else the known one. Returns null if the
   * courier has none or is unknown.
   */
  async findTrackingUrl(
    manager: EntityManager,
    { courier, trackingNumber }: CourierNumber,
  ): Promise<string | null> {
    const kept = await this.repository.listCouriers(manager);
    const template = [...kept, ...KNOWN_COURIERS].find(
      ({ name }) => courierKey(name) === courierKey(courier),
    )?.urlTemplate;
    return template == null ? null : trackingUrlOf(template, trackingNumber);
  }
}

/** Makes a key that is equal for names of the same courier. */
export function courierKey(name: string): string {
  return name.trim().toLowerCase();
}
