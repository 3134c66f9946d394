import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  IsNull,
  MoreThan,
  Raw,
  Repository,
  type EntityManager,
  type FindOptionsWhere,
} from 'typeorm';
import { FUTURE, PAST } from '../../platform/clock/time-conditions.js';
import { Invitation } from './invitation.entity.js';

/** An invitation to be stored. */
export type NewInvitation = Pick<
  Invitation,
  'email' | 'kind' | 'clientId' | 'roles' | 'hasConsent' | 'invitedBy'
>;

@Injectable()
export class InvitationsRepository {
  constructor(@InjectRepository(Invitation) private readonly invitations: Repository<Invitation>) {}

  /** Stores an invitation and replaces open ones of the same person to the same client, or to the operators. */
  async replace(manager: EntityManager, invitation: NewInvitation): Promise<Invitation> {
    const repository = manager.withRepository(this.invitations);
    const { email, kind, clientId } = invitation;
    await repository.delete({ email, kind, clientId: clientId ?? IsNull(), acceptedAt: IsNull() });
    const { identifiers } = await repository.insert({
      ...invitation,
      expiresAt: () => "now() + interval '24 hours'",
    });
    return repository.findOneByOrFail(identifiers[0]!);
  }

  /** Lists the open invitations of a client, or of operators where the client is null. */
  async listOpen(
    manager: EntityManager,
    clientId: number | null,
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<Invitation[]> {
    return manager
      .withRepository(this.invitations)
      .find({
        where: { ...OPEN, clientId: clientId ?? IsNull(), id: MoreThan(afterId) },
        order: { id: 'ASC' },
        take: limit,
      });
  }

  /** Returns true if a person has an open invitation to a client. */
  async existsOpen(manager: EntityManager, email: string): Promise<boolean> {
    return manager.withRepository(this.invitations).existsBy({ ...OPEN, email, kind: 'client' });
  }

  /** Sets the hash of an open invitation's new link. @returns null if the invitation can no longer be accepted */
  async setToken(
    manager: EntityManager,
    id: number,
    tokenHash: Buffer,
  ): Promise<Invitation | null> {
    await manager.withRepository(this.invitations).update({ ...UNUSED, id }, { tokenHash });
    return this.findOpen(manager, tokenHash);
  }

  async findOpen(manager: EntityManager, tokenHash: Buffer): Promise<Invitation | null> {
    return manager.withRepository(this.invitations).findOneBy({ ...OPEN, tokenHash });
  }

  /** Uses up the invitation of a link. Only one of several concurrent attempts succeeds. */
  async accept(manager: EntityManager, tokenHash: Buffer): Promise<Invitation | null> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `UPDATE invitations SET accepted_at = now()
        WHERE token_hash = $1 AND accepted_at IS NULL AND expires_at > now()
          AND ${isAllowed('has_consent', 'invitations')} RETURNING id`,
      [tokenHash],
    );
    const id = rows[0]?.id;
    return id === undefined ? null : manager.withRepository(this.invitations).findOneBy({ id });
  }

  /**
   * Deletes unaccepted invitations of a client, or of operators where the client is null; all, or one.
   *
   * @returns true if there were any
   */
  async deleteOpen(manager: EntityManager, clientId: number | null, id?: number): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.invitations)
      .delete({
        ...(id !== undefined && { id }),
        clientId: clientId ?? IsNull(),
        acceptedAt: IsNull(),
      });
    return (affected ?? 0) > 0;
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.withRepository(this.invitations).delete({ expiresAt: PAST });
  }
}

/** Conditions of an invitation that is neither used nor expired. */
const UNUSED: FindOptionsWhere<Invitation> = { acceptedAt: IsNull(), expiresAt: FUTURE };

/** Conditions of an invitation that can be accepted. */
const OPEN: FindOptionsWhere<Invitation> = {
  ...UNUSED,
  hasConsent: Raw((column) => isAllowed(column, column.slice(0, column.lastIndexOf('.')))),
};

/** Writes the SQL condition that an invitation has consent. Only a client with an owner requires it. */
function isAllowed(hasConsent: string, invitation: string): string {
  return `(${hasConsent} OR NOT EXISTS (
    SELECT FROM members m WHERE m.client_id = ${invitation}.client_id AND m.role = 'owner'))`;
}
