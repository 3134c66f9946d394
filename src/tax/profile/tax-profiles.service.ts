import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { readToday, todayOf, type Today } from '../../platform/clock/today.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { selectFrom } from '../../platform/database/reads/entity-rows.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { TIME_ZONE } from '../../platform/time-zone.js';
import { TaxProfile } from './tax-profile.entity.js';

/** A profile that operators give. */
export type NewTaxProfile = Omit<TaxProfile, 'changedAt'>;

/** The profile that is in force today, else the next one. */
export interface CurrentTaxProfile extends TaxProfile {
  isInForce: boolean;
  /** All profiles, the latest first. */
  versions: TaxProfile[];
}

/** The day of a reading of the clock, as an SQL expression. */
export const DAY_READ = `("readAt" AT TIME ZONE '${TIME_ZONE}')::date`;

@Injectable()
export class TaxProfilesService {
  private readonly rows: string;
  private readonly todayText: string;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly clock: DatabaseClock,
    @InjectRepository(TaxProfile) private readonly profiles: Repository<TaxProfile>,
  ) {
    this.rows = selectFrom(this.profiles);
    this.todayText = this.todayWith('SELECT');
  }

  /** Finds the profile that is in force on a day, or null before the first. */
  async find(manager: EntityManager, day: string): Promise<TaxProfile | null> {
    const [profile] = await manager.query<TaxProfile[]>(
      `${this.rows} WHERE effective_from <= $1 ORDER BY effective_from DESC LIMIT 1`,
      [day],
    );
    return profile ?? null;
  }

  /** Combines the statement of {@link findToday} with another one of one row. That one is only read if there is a profile. */
  todayWith(more: string): string {
    return `SELECT * FROM (SELECT clock_timestamp() AS "readAt") clock
      LEFT JOIN LATERAL (
        ${this.rows} WHERE effective_from <= ${DAY_READ} ORDER BY effective_from DESC LIMIT 1
      ) profile ON true
      LEFT JOIN LATERAL (${more}) more ON "effectiveFrom" IS NOT NULL`;
  }

  /**
   * Finds the profile in force today, with the day, in one statement.
   *
   * @param text made by {@link todayWith}, whose other columns are those of the profile, too
   */
  async findToday<More = unknown>(
    manager: EntityManager,
    text = this.todayText,
    values: unknown[] = [],
  ): Promise<{ today: Today; profile: (TaxProfile & More) | null }> {
    const [{ readAt, ...profile }] = await manager.query<[{ readAt: Date } & TaxProfile & More]>(
      text,
      values,
    );
    const today = todayOf(this.clock, readAt);
    // Without a profile, all of its columns are null.
    const isMissing = (profile.effectiveFrom as string | null) === null;
    return { today, profile: isMissing ? null : (profile as TaxProfile & More) };
  }

  /** Reads the profile that is in force on a day. @throws AppError tax_profile_missing */
  async get(manager: EntityManager, day: string): Promise<TaxProfile> {
    const profile = await this.find(manager, day);
    if (profile === null) throw new AppError('tax_profile_missing');
    return profile;
  }

  /** Finds the profile that is in force today, else the next one, or null without any. */
  async findCurrent(manager: EntityManager): Promise<TaxProfile | null> {
    const { profile: inForce } = await this.findToday(manager);
    if (inForce !== null) return inForce;
    const [next] = await manager
      .withRepository(this.profiles)
      .find({ order: { effectiveFrom: 'ASC' }, take: 1 });
    return next ?? null;
  }

  /** Returns true if a profile is in force today. */
  async isAnyInForce(): Promise<boolean> {
    return (await this.findToday(this.dataSource.manager)).profile !== null;
  }

  /** Reads the profile that is in force today, else the next one, with all others. @throws AppError tax_profile_missing */
  async getCurrent(): Promise<CurrentTaxProfile> {
    return inSnapshot(this.dataSource, async (manager) => {
      const current = await this.findCurrent(manager);
      if (current === null) throw new AppError('tax_profile_missing');
      const isInForce = current.effectiveFrom <= (await readToday(manager));
      const versions = await manager
        .withRepository(this.profiles)
        .find({ order: { effectiveFrom: 'DESC' } });
      return { ...current, isInForce, versions };
    });
  }

  /**
   * Stores the profile of a day from today on. One of the same day is replaced.
   *
   * @throws AppError validation_failed (a day that is past, the GSTIN of a client), tax_needs_rupees
   */
  async put(manager: EntityManager, profile: NewTaxProfile): Promise<void> {
    if (!this.hasRupees) throw new AppError('tax_needs_rupees');
    const day = await readToday(manager);
    if (profile.effectiveFrom < day) throw isPast(day);
    await requireSameRegistration(manager, profile, day);
    await this.requireOwn(manager, profile);
    await this.store(manager, profile);
  }

  /** Finds the profile that is in force on a day, else the next one, and makes a second change wait. */
  async lockFor(manager: EntityManager, day: string): Promise<TaxProfile | null> {
    await manager.query('LOCK TABLE tax_profiles IN SHARE ROW EXCLUSIVE MODE');
    return (await this.find(manager, day)) ?? (await this.findCurrent(manager));
  }

  /** Stores a profile from a day on in the caller's transaction, unless amounts are in another currency. */
  async putSince(manager: EntityManager, profile: NewTaxProfile): Promise<void> {
    if (this.hasRupees) await this.store(manager, profile);
  }

  /** Refuses the GSTIN of a client, because a company supplies nothing to itself. */
  private async requireOwn(manager: EntityManager, { gstin }: NewTaxProfile): Promise<void> {
    const client = await this.clients.findByGstin(manager, gstin);
    if (client === null) return;
    const message = `gstin ${gstin} is that of the client ${client.name}, not the wholesaler's own`;
    throw invalidField('gstin', 'gstin_of_client', message);
  }

  private get hasRupees(): boolean {
    return this.settings.currency === 'INR';
  }

  private async store(manager: EntityManager, profile: NewTaxProfile): Promise<void> {
    const { effectiveFrom } = profile;
    const repository = manager.withRepository(this.profiles);
    const before = await repository.findOneBy({ effectiveFrom });
    await repository.upsert({ ...profile, changedAt: () => 'now()' }, ['effectiveFrom']);
    await this.audit.record(manager, {
      action: 'tax_profile.changed',
      subject: `tax profile ${effectiveFrom}`,
      before: before && factsOf(before),
      after: factsOf(profile),
    });
  }
}

function factsOf({
  changedAt: _changedAt,
  ...facts
}: NewTaxProfile & { changedAt?: Date }): object {
  return facts;
}

/**
 * Refuses a second GSTIN in a financial year. Both would share the series of credit notes and bills of supply, so neither
 * return would be complete.
 * - the first one is on documents of the year, or on an earlier profile that will make some
 */
async function requireSameRegistration(
  manager: EntityManager,
  { effectiveFrom, gstin }: NewTaxProfile,
  today: string,
): Promise<void> {
  const used = await manager.query<{ gstin: string }[]>(
    `(SELECT content::jsonb #>> '{supplier,gstin}' AS gstin FROM tax_documents
        WHERE financial_year = financial_year($1) AND kind <> 'canceled' ORDER BY id DESC LIMIT 1)
      UNION ALL
      (SELECT gstin FROM tax_profiles
        WHERE effective_from < $1 AND $1 > $2::date AND financial_year($1::date - 1) = financial_year($1)
        ORDER BY effective_from DESC LIMIT 1)`,
    [effectiveFrom, today],
  );
  const other = used.find((one) => one.gstin !== gstin);
  if (other === undefined) return;
  const message = `gstin must be ${other.gstin} until 31 March: the documents of this financial year are of it`;
  throw invalidField('gstin', 'registration_in_use', message);
}

function isPast(today: string): AppError {
  const message = `effective_from must be today, ${today}, or later: earlier shipments get no documents`;
  return invalidField('effective_from', 'out_of_range', message);
}
