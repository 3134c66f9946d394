import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from '../clients/client.entity.js';

/** What a client has with us: the sum of its entries. */
@Entity('wallets')
@Check('wallets_balance_ck', 'balance_minor >= 0')
export class Wallet {
  @ForeignKey(() => Client, { name: 'wallets_client_fk' })
  @PrimaryColumn('integer')
  clientId: number;

  @Column('bigint')
  balanceMinor: number;
}
