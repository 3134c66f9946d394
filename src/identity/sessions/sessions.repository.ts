import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, Repository, type EntityManager } from 'typeorm';
import { PAST } from '../../platform/clock/time-conditions.js';
import { StoreReads, type SharedRead } from '../../platform/database/reads/shared-read.js';
import type { MemberRole, OperatorRole, UserKind } from '../roles.js';
import { Session } from './session.entity.js';

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
  hasPasskey: boolean;
  isDemo: boolean;
  /** Seconds since the password was entered. */
  secondsSinceConfirmed: number;
  /** Seconds since the latest recorded request. */
  secondsSinceSeen: number;
}

/** A live session in a list of several people's. */
export type ListedSession = Omit<Session, 'idHash' | 'expiresAt' | 'confirmedAt'> & {
  userName: string;
  userEmail: string;
};

export interface NewSession {
  idHash: Buffer;
  userId: number;
  lifetime: SessionLifetime;
  ip: string;
  country: string | null;
  agent: string;
}

/** Seconds after which a session ends: without a request, and in any case. */
export interface SessionLifetime {
  idleSeconds: number;
  longestSeconds: number;
}

/** Maximum number of live sessions of a person. Another one ends the oldest. */
const SESSIONS_MAX = 20;

@Injectable()
export class SessionsRepository {
  private readonly live: SharedRead<[idHash: Buffer], SessionRow>;

  constructor(
    storeReads: StoreReads,
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
  ) {
    // Every request of a page asks for it: it was planned for three times as long as it took.
    this.live = storeReads.prepare(
      'find sessions',
      `SELECT wanted.n::integer, s.id, s.user_id AS "userId", u.email, u.name, u.kind,
          array(SELECT r.role FROM operator_roles r WHERE r.user_id = u.id ORDER BY r.role) AS "operatorRoles",
          m.client_id AS "clientId", c.name AS "clientName", m.role AS "memberRole",
          u.totp_secret IS NOT NULL AS "hasTotp",
          EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasPasskey", u.is_demo AS "isDemo",
          extract(epoch FROM now() - s.confirmed_at)::float8 AS "secondsSinceConfirmed",
          extract(epoch FROM now() - s.seen_at)::float8 AS "secondsSinceSeen"
        FROM unnest($1::bytea[]) WITH ORDINALITY AS wanted (id_hash, n)
        JOIN sessions s ON s.id_hash = wanted.id_hash AND s.expires_at > now()
        JOIN users u ON u.id = s.user_id
        LEFT JOIN members m ON m.user_id = u.id
        LEFT JOIN clients c ON c.id = m.client_id`,
    );
  }

  /** Finds the live session of a cookie; null if it has ended or never existed. */
  async find(idHash: Buffer): Promise<SessionRow | null> {
    return this.live.find(idHash);
  }

  /** Stores a session. Of twenty live sessions of the person, the oldest ends. */
  async insert(
    manager: EntityManager,
    { idHash, userId, lifetime, ip, country, agent }: NewSession,
  ): Promise<void> {
    await manager.query(
      `DELETE FROM sessions WHERE user_id = $1 AND id NOT IN (
        SELECT id FROM sessions WHERE user_id = $1 AND expires_at > now()
          ORDER BY created_at DESC, id DESC LIMIT ${SESSIONS_MAX - 1}
      )`,
      [userId],
    );
    await manager.query(
      `INSERT INTO sessions (id_hash, user_id, expires_at, ip, agent, country)
        VALUES ($1, $2, now() + make_interval(secs => $3), $4, $5, $6)`,
      [idHash, userId, lifetime.idleSeconds, ip, agent, country],
    );
  }

  /** Records a request, which postpones the session's end, up to its longest lifetime. An ended session stays ended. */
  async touch(
    manager: EntityManager,
    id: number,
    { lifetime, ip, country, agent }: Pick<NewSession, 'lifetime' | 'ip' | 'country' | 'agent'>,
  ): Promise<void> {
    await manager.query(
      `UPDATE sessions SET seen_at = now(), ip = $4, agent = $5, country = $6,
          expires_at = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $3))
        WHERE id = $1 AND expires_at > now()`,
      [id, lifetime.idleSeconds, lifetime.longestSeconds, ip, agent, country],
    );
  }

  /** Locks a session and its person, who may be removed meanwhile. @returns false if the session has ended */
  async lock(manager: EntityManager, idHash: Buffer): Promise<boolean> {
    const rows = await manager.query<object[]>(
      'SELECT FROM users u JOIN sessions s ON s.user_id = u.id WHERE s.id_hash = $1 FOR KEY SHARE',
      [idHash],
    );
    return rows.length === 1;
  }

  /** Records that the password was entered just now. */
  async confirm(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.sessions).update({ id }, { confirmedAt: () => 'now()' });
  }

  /** Gives a session a new id, so that the old cookie is invalid. @returns false if it has ended */
  async renew(manager: EntityManager, id: number, idHash: Buffer): Promise<boolean> {
    const { affected } = await manager.withRepository(this.sessions).update({ id }, { idHash });
    return affected === 1;
  }

  /** Lists the live sessions of a person, the latest used first. */
  async list(manager: EntityManager, userId: number): Promise<Session[]> {
    return manager
      .withRepository(this.sessions)
      .find({
        where: { userId, expiresAt: MoreThan(new Date()) },
        order: { seenAt: 'DESC', id: 'DESC' },
      });
  }

  /** Lists the live sessions of a client's people, or of operators where the client is null, by id. */
  async listOfAll(
    manager: EntityManager,
    clientId: number | null,
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<ListedSession[]> {
    return manager.query<ListedSession[]>(
      `SELECT s.id, s.user_id AS "userId", u.name AS "userName", u.email AS "userEmail", s.ip, s.country, s.agent,
          s.created_at AS "createdAt", s.seen_at AS "seenAt"
        FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN members m ON m.user_id = u.id
        WHERE s.expires_at > now() AND s.id > $1
          AND CASE WHEN $2::integer IS NULL THEN u.kind = 'operator' ELSE m.client_id = $2 END
        ORDER BY s.id LIMIT $3`,
      [afterId, clientId, limit],
    );
  }

  async deleteByHash(manager: EntityManager, idHash: Buffer): Promise<void> {
    await manager.withRepository(this.sessions).delete({ idHash });
  }

  /** Ends a session. @returns true if the person had this session */
  async deleteOne(manager: EntityManager, userId: number, id: number): Promise<boolean> {
    const { affected } = await manager.withRepository(this.sessions).delete({ userId, id });
    return (affected ?? 0) > 0;
  }

  /** Ends every session of a person, except an optional one. */
  async deleteAll(
    manager: EntityManager,
    userId: number,
    exceptId: number | null = null,
  ): Promise<void> {
    await manager
      .withRepository(this.sessions)
      .delete({ userId, ...(exceptId !== null && { id: Not(exceptId) }) });
  }

  async deleteExpired(manager: EntityManager): Promise<void> {
    await manager.withRepository(this.sessions).delete({ expiresAt: PAST });
  }
}
