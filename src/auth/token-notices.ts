import type { EntityManager } from 'typeorm';

/** Question of the core about the owners of a client: `src/people` mails them, and answers it in `app.module.ts`. */
export abstract class TokenNotices {
  /** Tells the owners that access to their client changed, in the transaction of the change. @param detail a domain */
  abstract tellOwners(
    manager: EntityManager,
    clientId: number,
    notice: 'token_created' | 'domain_changed',
    detail: string,
  ): Promise<void>;
}
