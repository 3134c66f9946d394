import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { Invitation } from './invitation.entity.js';

const VALID = "interval '24 hours'";

/** An invitation to be stored. */
export type NewInvitation = Pick<Invitation, 'email' | 'kind' | 'clientId' | 'roles'>;

@Injectable()
export class InvitationsRepository {
  /** Stores an invitation and replaces open ones of the same person to the same client, or to the operators. */
  async replace(
    manager: EntityManager,
    { email, kind, clientId, roles }: NewInvitation,
  ): Promise<Invitation> {
    await manager.query(
      `DELETE FROM invitations WHERE email = $1 AND kind = $2 AND client_id IS NOT DISTINCT FROM $3
        AND accepted_at IS NULL`,
      [email, kind, clientId],
    );
    const [{ id }] = await manager.query<[{ id: number }]>(
      `INSERT INTO invitations (email, kind, client_id, roles, expires_at)
        VALUES ($1, $2, $3, $4, now() + ${VALID}) RETURNING id`,
      [email, kind, clientId, roles],
    );
    return manager.getRepository(Invitation).findOneByOrFail({ id });
  }

  /** Returns the open invitations of a client, or of operators where the client is null. */
  async listOpen(
    manager: EntityManager,
    clientId: number | null,
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<Invitation[]> {
    return manager.getRepository(Invitation).find({
      where: {
        clientId: clientId ?? IsNull(),
        acceptedAt: IsNull(),
        expiresAt: MoreThan(new Date()),
        id: MoreThan(afterId),
      },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Returns true if a person has an open invitation to a client. */
  async existsOpen(manager: EntityManager, email: string): Promise<boolean> {
    return manager.getRepository(Invitation).existsBy({
      email,
      kind: 'client',
      acceptedAt: IsNull(),
      expiresAt: MoreThan(new Date()),
    });
  }

  /** Sets the hash of an open invitation's new link. @returns null if the invitation is no longer open */
  async setToken(
    manager: EntityManager,
    id: number,
    tokenHash: Buffer,
  ): Promise<Invitation | null> {
    await manager.query(
      'UPDATE invitations SET token_hash = $2 WHERE id = $1 AND accepted_at IS NULL AND expires_at > now()',
      [id, tokenHash],
    );
    return manager.getRepository(Invitation).findOneBy({ id, tokenHash });
  }

  /** Returns the open invitation of a link. */
  async findOpen(manager: EntityManager, tokenHash: Buffer): Promise<Invitation | null> {
    return manager
      .getRepository(Invitation)
      .findOneBy({ tokenHash, acceptedAt: IsNull(), expiresAt: MoreThan(new Date()) });
  }

  /** Uses up the invitation of a link. Only one of several concurrent attempts succeeds. */
  async accept(manager: EntityManager, tokenHash: Buffer): Promise<Invitation | null> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `UPDATE invitations SET accepted_at = now()
        WHERE token_hash = $1 AND accepted_at IS NULL AND expires_at > now() RETURNING id`,
      [tokenHash],
    );
    const id = rows[0]?.id;
    return id === undefined ? null : manager.getRepository(Invitation).findOneBy({ id });
  }

  /** Deletes an unaccepted invitation of a client, or of operators where the client is null. @returns whether it existed */
  async deleteOpen(manager: EntityManager, id: number, clientId: number | null): Promise<boolean> {
    const { affected } = await manager
      .getRepository(Invitation)
      .delete({ id, clientId: clientId ?? IsNull(), acceptedAt: IsNull() });
    return (affected ?? 0) > 0;
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM invitations WHERE expires_at <= now()');
  }
}
