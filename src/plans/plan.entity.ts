import { Check, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../platform/config/limits.js';

/** A subscription plan: a discount on base prices, and prices of its own. */
@Entity('plans')
@Unique('plans_code_uq', ['code'])
@Check('plans_discount_ck', 'discount_bp BETWEEN 0 AND 10000')
export class Plan {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.planCodeLength })
  code: string;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  /** Discount on base prices in basis points: 100 is one percent. */
  @Column('integer', { default: 0 })
  discountBp: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
