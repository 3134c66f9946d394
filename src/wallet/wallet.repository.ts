import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { WalletEntry } from './wallet-entry.entity.js';
import { Wallet } from './wallet.entity.js';

@Injectable()
export class WalletRepository {
  /** Adds to the balance, opening the wallet where there is none; the new balance in minor units. */
  async add(manager: EntityManager, clientId: number, amountMinor: number): Promise<number> {
    const [wallet] = await manager.query<{ balanceMinor: number }[]>(
      `INSERT INTO wallets (client_id, balance_minor) VALUES ($1, $2)
        ON CONFLICT (client_id) DO UPDATE SET balance_minor = wallets.balance_minor + $2
        RETURNING balance_minor AS "balanceMinor"`,
      [clientId, amountMinor],
    );
    if (wallet === undefined) throw new Error('the wallet was neither opened nor changed');
    return wallet.balanceMinor;
  }

  async insertEntry(
    manager: EntityManager,
    entry: Pick<WalletEntry, 'clientId' | 'amountMinor' | 'reason' | 'orderId'>,
  ): Promise<void> {
    await manager.getRepository(WalletEntry).insert(entry);
  }

  /** Lists the balances of some clients in minor units; a client without a wallet is left out. */
  async listBalances(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<Pick<Wallet, 'clientId' | 'balanceMinor'>[]> {
    return manager.getRepository(Wallet).findBy({ clientId: In(clientIds) });
  }
}
