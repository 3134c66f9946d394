import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { DEFAULT_COUNTRY } from '../../../orders/placing/request/address.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { stateName } from '../../../platform/gst/states.js';
import type { TaxProfile } from '../../../tax/profile/tax-profile.entity.js';
import { TaxProfilesService } from '../../../tax/profile/tax-profiles.service.js';
import { ReturnPlace, type ReturnAddress } from './return-place.entity.js';

/** Where returns go. */
export interface ReturnPlaces {
  /** As it was set; null: the company's address. */
  returnAddress: ReturnAddress | null;
  /** The one in use; null: neither it nor a tax profile is set. */
  shownAddress: ReturnAddress | null;
}

const ID = 1;

/** The setting where returns go. */
@Injectable()
export class ReturnPlaceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly profiles: TaxProfilesService,
    @InjectRepository(ReturnPlace) private readonly places: Repository<ReturnPlace>,
  ) {}

  async get(manager: EntityManager = this.dataSource.manager): Promise<ReturnPlaces> {
    const returnAddress = await this.findOwn(manager);
    return { returnAddress, shownAddress: returnAddress ?? (await this.findCompany(manager)) };
  }

  /** Finds the address for returns that are accepted now: the one that was set, else the company's. */
  async find(manager: EntityManager): Promise<ReturnAddress | null> {
    return (await this.get(manager)).shownAddress;
  }

  /** Finds the address as {@link find} does, and makes a second change wait. */
  async lock(manager: EntityManager): Promise<ReturnAddress | null> {
    await manager.query('LOCK TABLE return_places IN SHARE ROW EXCLUSIVE MODE');
    return this.find(manager);
  }

  /** Stores where returns go from now on. Accepted returns keep their address. @param address null: to the company's */
  async put(manager: EntityManager, address: ReturnAddress | null): Promise<void> {
    const places = manager.withRepository(this.places);
    const before = await this.findOwn(manager);
    if (isDeepStrictEqual(before, address)) return;
    if (address === null) await places.delete({ id: ID });
    else await places.upsert({ id: ID, address }, ['id']);
    await this.audit.record(manager, {
      action: 'return_place.changed',
      subject: 'return place',
      before,
      after: address,
    });
  }

  private async findOwn(manager: EntityManager): Promise<ReturnAddress | null> {
    const place = await manager.withRepository(this.places).findOneBy({ id: ID });
    return place?.address ?? null;
  }

  /** Finds the company's address in its tax profile. */
  async findCompany(manager: EntityManager): Promise<ReturnAddress | null> {
    const profile = await this.profiles.findCurrent(manager);
    return profile && companyOf(profile);
  }
}

function companyOf(profile: TaxProfile): ReturnAddress {
  const lines = [profile.addressLine1, profile.addressLine2];
  return {
    name: profile.tradeName ?? profile.legalName,
    address: lines.filter((line) => line !== null).join('\n'),
    city: profile.addressPlace,
    state: stateName(profile.addressState),
    pincode: profile.addressPincode,
    country: DEFAULT_COUNTRY,
    phone: null,
  };
}
