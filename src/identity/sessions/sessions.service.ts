import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { readPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { permissionsOfMember, permissionsOfOperator, type UserKind } from '../roles.js';
import { hashSecret, isWellFormedSecret, newSecret } from '../secret.js';
import { needsSecondFactor } from '../two-factor/second-factor.js';
import type { Session } from './session.entity.js';
import {
  SessionsRepository,
  type ListedSession,
  type SessionLifetime,
  type SessionRow,
} from './sessions.repository.js';

export interface Browser {
  ip: string;
  /** ISO 3166 code of the country of the address; null: not known. */
  country: string | null;
  /** The header `User-Agent`. */
  agent: string;
  /** Id of the browser's session before the request; null without one. */
  sessionId: string | null;
  /** True if the page asks automatically, without an action of the person. */
  isBackground: boolean;
  /** Id that the browser got at an earlier sign-in; null without one. */
  deviceId: string | null;
  /** True if operators may work through the port that it called. */
  admitsOperators: boolean;
}

/** Refuses operators on the port of stores and clients. @throws AppError use_operations_port */
export function assertPort({ admitsOperators }: Browser, kind: UserKind): void {
  if (kind === 'operator' && !admitsOperators) throw new AppError('use_operations_port');
}

const HOUR_SECONDS = 60 * 60;
const LIFETIMES: Record<UserKind, SessionLifetime> = {
  client: { idleSeconds: 12 * HOUR_SECONDS, longestSeconds: 30 * 24 * HOUR_SECONDS },
  operator: { idleSeconds: HOUR_SECONDS / 2, longestSeconds: 12 * HOUR_SECONDS },
};
/** Time for which a password entry suffices for sensitive changes. */
const CONFIRMED_SECONDS = 5 * 60;
/** Precision of the latest request. */
const SEEN_SECONDS = 60;
const AGENT_LENGTH = 200;
const IP_LENGTH = 45;

/** Sessions: the browsers that people are signed in with. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly repository: SessionsRepository,
  ) {}

  /** Opens a session in the caller's transaction. The returned id, stored only as a hash, belongs in the cookie. */
  async open(
    manager: EntityManager,
    user: { id: number; kind: UserKind },
    browser: Browser,
  ): Promise<string> {
    const { text, hash } = newSecret();
    await this.repository.insert(manager, {
      idHash: hash,
      userId: user.id,
      lifetime: LIFETIMES[user.kind],
      ...stored(browser),
    });
    return text;
  }

  /** Finds the live session of a cookie and records its use by the person, to the minute. @returns null without one */
  async find(sessionId: string, browser: Browser): Promise<SignedInUser | null> {
    if (!isWellFormedSecret(sessionId)) return null;
    const row = await this.repository.find(hashSecret(sessionId));
    if (row === null) return null;
    if (row.secondsSinceSeen > SEEN_SECONDS && !browser.isBackground) {
      const lifetime = LIFETIMES[row.kind];
      await this.repository.touch(this.dataSource.manager, row.id, {
        lifetime,
        ...stored(browser),
      });
    }
    return this.toUser(row);
  }

  /** Keeps a session from ending before the caller's transaction. @throws AppError not_signed_in if it has ended */
  async lock(manager: EntityManager, sessionId: string): Promise<void> {
    const isLocked = await this.repository.lock(manager, hashSecret(sessionId));
    if (!isLocked) throw new AppError('not_signed_in');
  }

  /** Records in the caller's transaction that the password was entered again. */
  async confirm(manager: EntityManager, sessionId: number): Promise<void> {
    await this.repository.confirm(manager, sessionId);
  }

  /**
   * Gives a session a new id, in the caller's transaction. The old id becomes invalid.
   *
   * @throws AppError not_signed_in if another request has ended it: its own change must not happen either
   */
  async renew(manager: EntityManager, sessionId: number): Promise<string> {
    const { text, hash } = newSecret();
    const isRenewed = await this.repository.renew(manager, sessionId, hash);
    if (!isRenewed) throw new AppError('not_signed_in');
    return text;
  }

  /** Lists the live sessions of a person, the latest used first. */
  async list(userId: number): Promise<Session[]> {
    return this.repository.list(this.dataSource.manager, userId);
  }

  /** Lists the live sessions of a client's people, or of operators where the client is null. */
  async listOfAll(clientId: number | null, page: PageRequest): Promise<Page<ListedSession>> {
    const { manager } = this.dataSource;
    return readPage(page, (range) => this.repository.listOfAll(manager, clientId, range));
  }

  /** Ends the session of a cookie, if there is one. */
  async endByCookie(manager: EntityManager, sessionId: string): Promise<void> {
    await this.repository.deleteByHash(manager, hashSecret(sessionId));
  }

  /** @throws AppError session_not_found, also for another person's session */
  async end(userId: number, id: number): Promise<void> {
    const isEnded = await this.repository.deleteOne(this.dataSource.manager, userId, id);
    if (!isEnded) throw new AppError('session_not_found');
  }

  /** Ends every session of a person, except an optional one, in the caller's transaction. */
  async endAll(manager: EntityManager, userId: number, exceptId?: number): Promise<void> {
    await this.repository.deleteAll(manager, userId, exceptId);
  }

  private toUser(row: SessionRow): SignedInUser {
    const { operatorRoles, memberRole, clientId, clientName } = row;
    const isOperator = row.kind === 'operator';
    return {
      userId: row.userId,
      sessionId: row.id,
      email: row.email,
      name: row.name,
      kind: row.kind,
      roles: isOperator ? operatorRoles : [memberRole ?? []].flat(),
      client: clientId === null ? null : { id: clientId, name: clientName ?? '' },
      permissions: permissionsOf(row),
      hasTotp: row.hasTotp,
      hasPasskey: row.hasPasskey,
      needsSecondFactor: needsSecondFactor(row, this.settings),
      isConfirmed: row.secondsSinceConfirmed < CONFIRMED_SECONDS,
    };
  }
}

function permissionsOf({ kind, operatorRoles, memberRole }: SessionRow): ReadonlySet<string> {
  if (kind === 'operator') return permissionsOfOperator(operatorRoles);
  return memberRole === null ? new Set() : permissionsOfMember(memberRole);
}

function stored({ ip, country, agent }: Browser): Pick<Browser, 'ip' | 'country' | 'agent'> {
  return {
    ip: ip.slice(0, IP_LENGTH),
    country,
    agent: agent.replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_LENGTH),
  };
}
