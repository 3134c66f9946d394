import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { LIMITS } from '../platform/config/limits.js';

/** A store owner's company. */
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

  /** The client whose test side this is: it holds the test tokens and their orders, and nobody sees it. */
  @ForeignKey(() => Client, { name: 'clients_test_of_fk' })
  @Column('integer', { nullable: true })
  testOf: number | null;
}
