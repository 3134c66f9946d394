import { Injectable } from '@nestjs/common';
import { ClientAccessKind } from './client-access.kind.js';

/** Invitations of further owners of a client: an owner may spend its wallet and remove the others. */
@Injectable()
export class ClientOwnerKind extends ClientAccessKind {
  readonly name = 'client_owner';
  protected readonly role = 'owner';
}
