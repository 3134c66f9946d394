import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isFuture } from '../../platform/clock/is-future.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { currentOrigin } from '../../platform/http/request-context.js';
import { isTokenActor } from '../../platform/audit/actor.js';
import type { Approval } from './approval.entity.js';
import { ClientAccessKind } from './client-access.kind.js';

/** Time for which only an owner of the client can approve. */
const OWNER_DECIDES_MS = 72 * 60 * 60 * 1000;

/** Invitations of members of a client: a member reads and spends its wallet and makes API tokens. */
@Injectable()
export class ClientMemberKind extends ClientAccessKind {
  readonly name = 'client_member';
  protected readonly role = 'member';

  override async assertApprovable(
    manager: EntityManager,
    { proposedAt }: Approval,
    reason: string | null,
  ): Promise<void> {
    const until = new Date(proposedAt.getTime() + OWNER_DECIDES_MS);
    if (await isFuture(manager, until)) {
      const message = `An owner of the client decides. Another operator can approve it from ${until.toISOString()} on, with a reason.`;
      throw new AppError('client_decides', { message });
    }
    if (reason === null) {
      const message = 'reason is required: say why an operator decides in place of the owner';
      throw invalidField('reason', 'required', message);
    }
  }

  protected override assertMayAsk(): void {
    if (!isTokenActor(currentOrigin().actor)) return;
    const message =
      'The client has an owner: a person has to ask for this invitation, not a token.';
    throw new AppError('password_required', { message });
  }
}
