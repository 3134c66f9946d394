import type { EntityManager } from 'typeorm';
import type { Mode } from '../clients/mode.js';

/** Port of the core: tells the owners of a client about its tokens. `app.module.ts` binds it to an adapter in `src/identity`. */
export abstract class TokenNoticesPort {
  /** Tells the owners that access to their client changed, in the transaction of the change. @param detail a domain */
  abstract tellOwners(
    manager: EntityManager,
    clientId: number,
    notice: 'token_created' | 'domain_changed',
    detail: string,
  ): Promise<void>;

  /**
   * Refuses a live token for a client with an owner if an operator makes it. Also refuses a person whose session has ended.
   *
   * @throws AppError client_decides, not_signed_in
   */
  abstract assertMayMakeToken(manager: EntityManager, clientId: number, mode: Mode): Promise<void>;
}
