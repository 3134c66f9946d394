import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Invitation } from './invitation.entity.js';

const VALID = "interval '24 hours'";

/** An invitation to be stored. */
export type NewInvitation = Pick<
  Invitation,
  'email' | 'kind' | 'clientId' | 'roles' | 'hasConsent' | 'invitedBy'
>;

@Injectable()
export class InvitationsRepository {
  /** Stores an invitation and replaces open ones of the same person to the same client, or to the operators. */
  async replace(
    manager: EntityManager,
    { email, kind, clientId, roles, hasConsent, invitedBy }: NewInvitation,
  ): Promise<Invitation> {
    await manager.query(
      `DELETE FROM invitations WHERE email = $1 AND kind = $2 AND client_id IS NOT DISTINCT FROM $3
        AND accepted_at IS NULL`,
      [email, kind, clientId],
    );
    const [{ id }] = await manager.query<[{ id: number }]>(
      `INSERT INTO invitations (email, kind, client_id, roles, has_consent, invited_by, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, now() + ${VALID}) RETURNING id`,
      [email, kind, clientId, roles, hasConsent, invitedBy],
    );
    return manager.getRepository(Invitation).findOneByOrFail({ id });
  }

  /** Lists the open invitations of a client, or of operators where the client is null. */
  async listOpen(
    manager: EntityManager,
    clientId: number | null,
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<Invitation[]> {
    return manager
      .getRepository(Invitation)
      .find({
        where: { ...open(), clientId: clientId ?? IsNull(), id: MoreThan(afterId) },
        order: { id: 'ASC' },
        take: limit,
      });
  }

  /** Tells whether a person has an open invitation to a client. */
  async existsOpen(manager: EntityManager, email: string): Promise<boolean> {
    return manager.getRepository(Invitation).existsBy({ ...open(), email, kind: 'client' });
  }

  /** Sets the hash of an open invitation's new link. @returns null if the invitation can no longer be accepted */
  async setToken(
    manager: EntityManager,
    id: number,
    tokenHash: Buffer,
  ): Promise<Invitation | null> {
    await manager.query(
      'UPDATE invitations SET token_hash = $2 WHERE id = $1 AND accepted_at IS NULL AND expires_at > now()',
      [id, tokenHash],
    );
    return this.findOpen(manager, tokenHash);
  }

  /** Finds the open invitation of a link. */
  async findOpen(manager: EntityManager, tokenHash: Buffer): Promise<Invitation | null> {
    return manager.getRepository(Invitation).findOneBy({ ...open(), tokenHash });
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
    return id === undefined ? null : manager.getRepository(Invitation).findOneBy({ id });
  }

  /** Deletes unaccepted invitations of a client, or of operators where the client is null; all, or one. @returns whether there were any */
  async deleteOpen(manager: EntityManager, clientId: number | null, id?: number): Promise<boolean> {
    const { affected } = await manager
      .getRepository(Invitation)
      .delete({
        ...(id !== undefined && { id }),
        clientId: clientId ?? IsNull(),
        acceptedAt: IsNull(),
      });
    return (affected ?? 0) > 0;
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM invitations WHERE expires_at <= now()');
  }
}

/** Makes the conditions of an invitation that can be accepted. */
function open(): FindOptionsWhere<Invitation> {
  return {
    acceptedAt: IsNull(),
    expiresAt: MoreThan(new Date()),
    hasConsent: Raw((column) => isAllowed(column, column.slice(0, column.lastIndexOf('.')))),
  };
}

/** Writes SQL: the invitation has the consent that the client's owner, if there is one, must give. */
function isAllowed(hasConsent: string, invitation: string): string {
  return `(${hasConsent} OR NOT EXISTS (
    SELECT FROM members m WHERE m.client_id = ${invitation}.client_id AND m.role = 'owner'))`;
}
