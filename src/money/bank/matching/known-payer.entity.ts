import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from '../../../clients/client.entity.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { StatementLine } from '../lines/statement-line.entity.js';

/** A name or account of a line that finance credited to a client. */
@Entity('known_payers')
export class KnownPayer {
  /** In capitals. */
  @PrimaryColumn('varchar', { length: LIMITS.paymentReferenceLength })
  value: string;

  @ForeignKey(() => Client, { name: 'known_payers_client_fk' })
  @PrimaryColumn('integer')
  clientId: number;

  @ForeignKey(() => StatementLine, { name: 'known_payers_line_fk' })
  @Column('integer')
  lineId: number;
}
