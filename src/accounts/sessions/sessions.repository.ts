import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import type { MemberRole, OperatorRole, UserKind } from '../roles.js';
import { Session } from './session.entity.js';

/** A live session with its person. */
export interface SessionRow {
  id: number;
  userId: number;
  email: string;
  name: string;
  kind: UserKind;
  operatorRoles: OperatorRole[];
  clientId: number | null;
  clientName: string | null;
  memberRole: MemberRole | null;
  hasTotp: boolean;
  isDemo: boolean;
  /** Seconds since the password was entered. */
  secondsSinceConfirmed: number;
  /** Seconds since the latest recorded request. */
  secondsSinceSeen: number;
}

/** A session to be stored. */
export interface NewSession {
  idHash: Buffer;
  userId: number;
  idleSeconds: number;
  ip: string;
  agent: string;
}

@Injectable()
export class SessionsRepository {
  /** Returns the live session of a cookie; null if it has ended or never existed. */
  async find(manager: EntityManager, idHash: Buffer): Promise<SessionRow | null> {
    const [row] = await manager.query<SessionRow[]>(
      `SELECT s.id, s.user_id AS "userId", u.email, u.name, u.kind,
          array(SELECT r.role FROM operator_roles r WHERE r.user_id = u.id ORDER BY r.role) AS "operatorRoles",
          m.client_id AS "clientId", c.name AS "clientName", m.role AS "memberRole",
          u.totp_secret IS NOT NULL AS "hasTotp", u.is_demo AS "isDemo",
          extract(epoch FROM now() - s.confirmed_at)::float8 AS "secondsSinceConfirmed",
          extract(epoch FROM now() - s.seen_at)::float8 AS "secondsSinceSeen"
        FROM sessions s
        JOIN users u ON u.id = s.user_id
        LEFT JOIN members m ON m.user_id = u.id
        LEFT JOIN clients c ON c.id = m.client_id
        WHERE s.id_hash = $1 AND s.expires_at > now()`,
      [idHash],
    );
    return row ?? null;
  }

  async insert(
    manager: EntityManager,
    { idHash, userId, idleSeconds, ip, agent }: NewSession,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO sessions (id_hash, user_id, expires_at, ip, agent)
        VALUES ($1, $2, now() + make_interval(secs => $3), $4, $5)`,
      [idHash, userId, idleSeconds, ip, agent],
    );
  }

  /** Records a request, which postpones the session's end. A session that has ended meanwhile stays ended. */
  async touch(
    manager: EntityManager,
    id: number,
    { idleSeconds, ip, agent }: Pick<NewSession, 'idleSeconds' | 'ip' | 'agent'>,
  ): Promise<void> {
    await manager.query(
      `UPDATE sessions SET seen_at = now(), expires_at = now() + make_interval(secs => $2), ip = $3, agent = $4
        WHERE id = $1 AND expires_at > now()`,
      [id, idleSeconds, ip, agent],
    );
  }

  /** Records that the password was entered just now. */
  async confirm(manager: EntityManager, id: number): Promise<void> {
    await manager.query('UPDATE sessions SET confirmed_at = now() WHERE id = $1', [id]);
  }

  /** Gives a session a new id, so that the old cookie is invalid. */
  async renew(manager: EntityManager, id: number, idHash: Buffer): Promise<void> {
    await manager.getRepository(Session).update({ id }, { idHash });
  }

  /** Returns the live sessions of a person, the latest used first. */
  async list(manager: EntityManager, userId: number): Promise<Session[]> {
    return manager.getRepository(Session).find({
      where: { userId, expiresAt: MoreThan(new Date()) },
      order: { seenAt: 'DESC', id: 'DESC' },
    });
  }

  async deleteByHash(manager: EntityManager, idHash: Buffer): Promise<void> {
    await manager.getRepository(Session).delete({ idHash });
  }

  /** Ends a session. @returns whether the person had this session */
  async deleteOne(manager: EntityManager, userId: number, id: number): Promise<boolean> {
    const { affected } = await manager.getRepository(Session).delete({ userId, id });
    return (affected ?? 0) > 0;
  }

  /** Ends every session of a person, except an optional one. */
  async deleteAll(
    manager: EntityManager,
    userId: number,
    exceptId: number | null = null,
  ): Promise<void> {
    await manager.query('DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2', [
      userId,
      exceptId,
    ]);
  }

  async deleteExpired(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM sessions WHERE expires_at <= now()');
  }
}
