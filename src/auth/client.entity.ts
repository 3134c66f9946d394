import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../config/limits.js';

/** A store owner's company. */
@Entity('clients')
export class Client {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: LIMITS.emailLength })
  email: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
