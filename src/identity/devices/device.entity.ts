import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../users/user.entity.js';

/** Time after the last sign-in for which a browser counts as known: 180 days. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/** A browser that a person signed in with before. Failed sign-ins elsewhere do not lock it. */
@Entity('devices')
@Check('devices_id_hash_ck', 'octet_length(id_hash) = 32')
export class Device {
  /** SHA-256 of the id in the cookie. */
  @PrimaryColumn('bytea')
  idHash: Buffer;

  @Index('devices_user_ix')
  @ForeignKey(() => User, { name: 'devices_user_fk', onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** The latest sign-in. */
  @Column('timestamptz', { default: () => 'now()' })
  usedAt: Date;
}
