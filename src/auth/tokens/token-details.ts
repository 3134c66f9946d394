import type { Mode } from '../../clients/mode.js';
import type { SubscriptionTerms } from '../../plans/subscription-terms.js';
import type { ApiToken } from './api-token.entity.js';

/** A token with its client and subscription, as its store sees them. */
export interface TokenDetails
  extends
    Pick<ApiToken, 'clientId' | 'domain' | 'last4' | 'expiresAt' | 'mayReadWallet'>,
    Omit<SubscriptionTerms, 'startsAtMs'> {
  mode: Mode;
  clientName: string;
  planCode: string;
  planName: string;
  /** The database's clock. */
  nowMs: number;
}
