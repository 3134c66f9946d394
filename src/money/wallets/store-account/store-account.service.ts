import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../auth/caller.js';
import type { TokenDetails } from '../../../auth/tokens/token-details.js';
import { TokensService } from '../../../auth/tokens.service.js';
import { BALANCE_COLUMNS, balancesOf, type ClientBalances } from '../../ledger/account-lines.js';
import { StoreReads, type SharedRead } from '../../../platform/database/reads/shared-read.js';
import { AppError } from '../../../platform/http/errors.js';

/** A token and its client, as its store sees them. */
export interface StoreAccount extends TokenDetails {
  /** True if orders of the token are paid from the wallet automatically. */
  isAutoPaid: boolean;
}

/** The wallet of a client, as its store sees it; in minor units. */
export interface StoreWallet extends ClientBalances {
  creditLimitMinor: number;
  /** True if orders of live tokens are paid from the wallet automatically. */
  isAutoPaid: boolean;
}

const FIND_WALLET = `
  SELECT wanted.n::integer, ${BALANCE_COLUMNS}, coalesce(credit.credit_limit_minor, 0) AS "creditLimitMinor",
    coalesce(auto_pay.enabled, false) AS "isAutoPaid"
  FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (client_id, n) ${balancesOf('wanted.client_id')}
  LEFT JOIN auto_pay_settings auto_pay ON auto_pay.client_id = wanted.client_id`;

/** The account of the client that a store belongs to. */
@Injectable()
export class StoreAccountService {
  private readonly wallets: SharedRead<[clientId: number], StoreWallet>;

  constructor(
    private readonly tokens: TokensService,
    storeReads: StoreReads,
  ) {
    this.wallets = storeReads.prepare('find store wallets', FIND_WALLET);
  }

  /** @throws AppError token_invalid when the token no longer exists */
  async getAccount(caller: Caller): Promise<StoreAccount> {
    const details = await this.tokens.getDetails(caller);
    const { isAutoPaid } = await this.walletOf(details);
    return { ...details, isAutoPaid };
  }

  /**
   * Reads the wallet of the caller's client. A test token sees the same wallet, which its orders do not change.
   *
   * @throws AppError not_allowed unless the client lets the token read it; token_invalid
   */
  async getWallet(caller: Caller): Promise<StoreWallet> {
    const details = await this.tokens.getDetails(caller);
    if (!details.mayReadWallet) throw new AppError('not_allowed');
    return this.walletOf(details);
  }

  private async walletOf({ clientId, mode }: TokenDetails): Promise<StoreWallet> {
    const wallet = (await this.wallets.find(clientId))!;
    return { ...wallet, isAutoPaid: mode === 'live' && wallet.isAutoPaid };
  }
}
