import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { LIMITS } from '../platform/config/limits.js';
import { DetailColumns } from './details/detail-columns.js';
import type { Variation } from './variations/variations.js';

/** A product of the wholesaler; what a client pays for it depends on the plan. */
@Entity('products')
@Unique('products_sku_uq', ['sku'])
// On an expression and in GIN, which decorators cannot describe: a migration creates it.
@Index('products_search_ix', { synchronize: false })
@Index('products_no_image_ix', ['id'], { where: "images = '[]'::jsonb" })
@Check('products_base_price_ck', 'base_price_minor BETWEEN 1 AND 1000000000')
@Check('products_delivery_charge_ck', 'delivery_charge_minor BETWEEN 0 AND 1000000000')
@Check('products_images_ck', "jsonb_typeof(images) = 'array'")
@Check('products_variations_ck', "jsonb_typeof(variations) = 'array'")
export class Product extends DetailColumns {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.skuLength })
  sku: string;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: LIMITS.descriptionLength, default: '' })
  description: string;

  @Column('varchar', { length: LIMITS.categoryLength, default: '' })
  category: string;

  @Column('jsonb', { default: [] })
  images: string[];

  @Column('jsonb', { default: [] })
  variations: Variation[];

  /** null: only plans with their own price sell it. */
  @Column('bigint', { nullable: true })
  basePriceMinor: number | null;

  @Column('bigint')
  deliveryChargeMinor: number;

  @Column('boolean', { default: true })
  active: boolean;

  /** The scenario that a test order of it follows, whether it is active or not; null: a product that is sold. */
  @Column('varchar', { length: 20, nullable: true })
  testScenario: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
