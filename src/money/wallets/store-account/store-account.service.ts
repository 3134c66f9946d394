import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../auth/caller.js';
import { TokensService, type TokenDetails } from '../../../auth/tokens.service.js';
import type { ClientBalances } from '../../ledger/account-lines.js';
import type { CreditTerms } from '../../ledger/credit/credit-terms.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { AppError } from '../../../platform/http/errors.js';
import { AutoPayService } from '../auto-pay/auto-pay.service.js';
import { ClientCreditService } from '../../credit/client-credit.service.js';

/** A token and its client, as its store sees them. */
export interface StoreAccount extends TokenDetails {
  /** True if orders of the token are paid from the wallet automatically. */
  isAutoPaid: boolean;
}

/** The wallet of a client, as its store sees it. */
export interface StoreWallet {
  balances: ClientBalances;
  terms: CreditTerms;
  isAutoPaid: boolean;
  /** ISO 4217. */
  currency: string;
}

/** The account of the client that a store belongs to. */
@Injectable()
export class StoreAccountService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly tokens: TokensService,
    private readonly ledger: LedgerService,
    private readonly credit: ClientCreditService,
    private readonly autoPay: AutoPayService,
  ) {}

  /** @throws AppError token_invalid when the token no longer exists */
  async getAccount(caller: Caller): Promise<StoreAccount> {
    const details = await this.tokens.getDetails(caller);
    return { ...details, isAutoPaid: await this.isAutoPaid(details) };
  }

  /**
   * Reads the wallet of the caller's client. A test token sees the same wallet: its orders do not change it.
   *
   * @throws AppError not_allowed unless the client lets the token read it; token_invalid
   */
  async getWallet(caller: Caller): Promise<StoreWallet> {
    const details = await this.tokens.getDetails(caller);
    if (!details.token.mayReadWallet) throw new AppError('not_allowed');
    const { clientId } = details.token;
    const balances = await this.ledger.listBalances(this.dataSource.manager, [clientId]);
    return {
      balances: balances.get(clientId)!,
      terms: await this.credit.getTerms(clientId),
      isAutoPaid: await this.isAutoPaid(details),
      currency: this.settings.currency,
    };
  }

  private async isAutoPaid({ token }: TokenDetails): Promise<boolean> {
    if (token.mode === 'test') return false;
    return (await this.autoPay.getSettings(token.clientId)).enabled;
  }
}
