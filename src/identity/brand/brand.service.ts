import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalidField } from '../../platform/http/errors.js';
import { TODAY } from '../../platform/time-zone.js';
import { accentOf, OWN_ACCENT, type Accent } from './accent.js';
import { Brand } from './brand.entity.js';
import { readLogoFile } from './logo-file.js';
import type { Paper } from './papers.js';

/** The wholesaler's name, address and color, as operators enter them, and whom slips name as the sender. */
export type BrandFacts = Pick<Brand, 'name' | 'address' | 'accent' | 'sender'>;

/** A logo, and a part of its address that changes with it. */
export interface Logo {
  content: Buffer;
  type: string;
  width: number;
  height: number;
  version: string;
}

/** The wholesaler's theme: what pages, mails and papers show. */
export interface BrandTheme {
  /** Null: neither the brand nor a tax profile has a name. */
  name: string | null;
  /** Lines of text; empty: not known. */
  address: string[];
  accent: Accent;
  logo: Logo | null;
  sender: Brand['sender'];
  slipPaper: Paper;
}

/** The wholesaler's color and logo on papers. */
export type Letterhead = Pick<BrandTheme, 'accent' | 'logo'>;

const ID = 1;

/** The name, address, color and logo of the wholesaler. */
@Injectable()
export class BrandService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    @InjectRepository(Brand) private readonly brands: Repository<Brand>,
  ) {}

  /** Reads the theme. Without a given name or address, it has those of the tax profile. */
  async getTheme(manager: EntityManager = this.dataSource.manager): Promise<BrandTheme> {
    const [brand, profile] = [await this.find(manager), await findProfile(manager)];
    return {
      name: brand?.name ?? profile?.name ?? null,
      address: brand?.address?.split(/\r?\n/) ?? profile?.address ?? [],
      ...letterheadOf(brand),
      sender: brand?.sender ?? 'client',
      slipPaper: brand?.slipPaper ?? 'a4',
    };
  }

  /** Reads what papers show of the theme. */
  async getLetterhead(): Promise<Letterhead> {
    return letterheadOf(await this.find(this.dataSource.manager));
  }

  /** Reads the facts that operators gave. */
  async getFacts(): Promise<BrandFacts> {
    return factsOf(await this.find(this.dataSource.manager));
  }

  /** Reads the facts that operators gave, and makes a second change wait. */
  async lockFacts(manager: EntityManager): Promise<BrandFacts> {
    await lock(manager);
    return factsOf(await this.find(manager));
  }

  /** Replaces the facts; the logo stays. */
  async putFacts(
    manager: EntityManager,
    { name, address, accent, sender }: BrandFacts,
  ): Promise<void> {
    await this.change('brand.changed', { name, address, accent, sender }, factsOf, manager);
  }

  /** Remembers the paper that packing slips are printed on. */
  async putSlipPaper(slipPaper: Paper): Promise<void> {
    await this.change('brand.slip_paper_changed', { slipPaper }, (brand) => ({
      slip_paper: brand?.slipPaper ?? 'a4',
    }));
  }

  /**
   * Replaces the logo by a file without its metadata.
   *
   * @throws AppError validation_failed: it is not a small PNG or JPEG; rate_limited
   */
  async putLogo(file: Buffer): Promise<void> {
    const found = await readLogoFile(file);
    if (typeof found === 'string') {
      throw invalidField('content_base64', 'invalid_logo', `The file ${found}`);
    }
    const { type, width, height } = found;
    const logo = {
      logo: Buffer.from(found.content),
      logoType: type,
      logoWidth: width,
      logoHeight: height,
    };
    await this.change('brand.logo_changed', logo, (brand) => factsOfLogo(logoOf(brand)));
  }

  /** Removes the logo, if there is one. */
  async removeLogo(): Promise<void> {
    const none = { logo: null, logoType: null, logoWidth: null, logoHeight: null };
    await this.change('brand.logo_changed', none, (brand) => factsOfLogo(logoOf(brand)));
  }

  /** @param audited what the audit log records of the row, without the bytes of the logo */
  private async change(
    action: string,
    values: Partial<Brand>,
    audited: (brand: Brand | null) => object | null,
    within: DataSource | EntityManager = this.dataSource,
  ): Promise<void> {
    await inTransaction(within, async (manager) => {
      await lock(manager);
      const before = await this.find(manager);
      const changedAt = (): string => 'clock_timestamp()';
      await manager.withRepository(this.brands).upsert({ id: ID, ...values, changedAt }, ['id']);
      const after = audited(await this.find(manager));
      await this.audit.record(manager, {
        action,
        subject: 'brand',
        before: audited(before),
        after,
      });
    });
  }

  private async find(manager: EntityManager): Promise<Brand | null> {
    return manager.withRepository(this.brands).findOneBy({ id: ID });
  }
}

/** Makes a second change wait, so that the audit log has each change from what it found. */
async function lock(manager: EntityManager): Promise<void> {
  await manager.query('LOCK TABLE brand IN SHARE ROW EXCLUSIVE MODE');
}

/** Finds the name and the address of the tax profile in force, else of the next one. */
async function findProfile(
  manager: EntityManager,
): Promise<{ name: string; address: string[] } | null> {
  const [profile] = await manager.query<{ name: string; address: string[] }[]>(
    `SELECT coalesce(trade_name, legal_name) AS name,
        array_remove(ARRAY[address_line1, address_line2, address_place || ' ' || address_pincode], NULL) AS address
      FROM tax_profiles
      ORDER BY effective_from > ${TODAY}, abs(effective_from - ${TODAY})
      LIMIT 1`,
  );
  return profile ?? null;
}

function letterheadOf(brand: Brand | null): Letterhead {
  const accent = brand?.accent == null ? OWN_ACCENT : accentOf(brand.accent);
  return { accent, logo: logoOf(brand) };
}

function factsOf(brand: Brand | null): BrandFacts {
  return {
    name: brand?.name ?? null,
    address: brand?.address ?? null,
    accent: brand?.accent ?? null,
    sender: brand?.sender ?? 'client',
  };
}

function logoOf(brand: Brand | null): Logo | null {
  if (brand === null || brand.logo === null) return null;
  const { logo: content, logoType, logoWidth, logoHeight } = brand;
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { content, type: logoType!, width: logoWidth!, height: logoHeight!, version };
}

function factsOfLogo(logo: Logo | null): object | null {
  if (logo === null) return null;
  const { content, ...facts } = logo;
  return { ...facts, bytes: content.length };
}
