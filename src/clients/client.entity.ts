import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { LIMITS } from '../platform/config/limits.js';

/** A store owner's company, or the test client of one. */
@Entity('clients')
@Unique('clients_test_of_uq', ['testOf'])
export class Client {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: LIMITS.emailLength })
  email: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Set on a test client: the client whose test tokens and test orders it holds. */
  @ForeignKey(() => Client, { name: 'clients_test_of_fk' })
  @Column('integer', { nullable: true })
  testOf: number | null;
}
