import { Injectable } from '@nestjs/common';
import { ClientAccessKind } from './client-access.kind.js';

/** Invitations of members of a client: a member reads and spends its wallet and makes API tokens. */
@Injectable()
export class ClientMemberKind extends ClientAccessKind {
  readonly name = 'client_member';
  protected readonly role = 'member';
}
