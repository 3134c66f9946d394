import type { EntityManager } from 'typeorm';
import type { Mode } from '../clients/mode.js';

/** Questions of the core about the owners of a client: `src/identity` answers them in `app.module.ts`. */
export abstract class TokenNoticesPort {
  /** Tells the owners that access to their client changed, in the transaction of the change. @param detail a domain */
  abstract tellOwners(
    manager: EntityManager,
    clientId: number,
    notice: 'token_created' | 'domain_changed',
    detail: string,
  ): Promise<void>;

  /**
   * Refuses an operator who makes a live token of a client that has an owner, and a person whose session has ended.
   *
   * @throws AppError client_decides, not_signed_in
   */
  abstract assertMayMakeToken(manager: EntityManager, clientId: number, mode: Mode): Promise<void>;
}
