import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { Plan } from '../../plans/plan.entity.js';

export const PRICE_LIST_STATES = ['draft', 'scheduled', 'applied', 'withdrawn'] as const;
export type PriceListState = (typeof PRICE_LIST_STATES)[number];

/** A row of an uploaded file that the list leaves out. */
export interface PriceListProblem {
  /** Line of the file; 1 is the header. */
  line: number;
  sku: string | null;
  problem: string;
}

/** Prices of many products on one plan that begin together. */
@Entity('price_lists')
@Check('price_lists_state_ck', "state IN ('draft', 'scheduled', 'applied', 'withdrawn')")
@Check('price_lists_start_ck', "effective_from IS NOT NULL OR state IN ('draft', 'withdrawn')")
export class PriceList {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Plan, { name: 'price_lists_plan_fk' })
  @Column('integer')
  planId: number;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: 10, default: 'draft' })
  state: PriceListState;

  /** null: not scheduled yet. */
  @Index('price_lists_effective_ix')
  @Column('timestamptz', { nullable: true })
  effectiveFrom: Date | null;

  @Column('varchar', { length: LIMITS.actorLength })
  madeBy: string;

  /** Number of products with a price in the list. */
  @Column('integer')
  prices: number;

  @Column('integer')
  rises: number;

  @Column('integer')
  falls: number;

  @Column('jsonb', { default: [] })
  problems: PriceListProblem[];

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
