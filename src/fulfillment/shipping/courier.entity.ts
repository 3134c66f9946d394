import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';

/** A courier that the warehouse hands shipments to. */
@Entity('couriers')
@Unique('couriers_name_uq', ['name'])
export class Courier {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.courierLength })
  name: string;

  /** The address of its tracking page, see {@link trackingUrlOf}; null: no tracking page. */
  @Column('varchar', { length: LIMITS.urlTemplateLength, nullable: true })
  urlTemplate: string | null;
}
