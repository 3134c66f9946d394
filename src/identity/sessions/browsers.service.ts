import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { actAs } from '../../platform/http/request-context.js';
import { DevicesService } from '../devices/devices.service.js';
import { OperatorTokensService } from '../operator-tokens/operator-tokens.service.js';
import { actorOf } from '../../platform/audit/actor.js';
import { lockSession, type SignedInUser } from '../signed-in-user.js';
import type { User } from '../users/user.entity.js';
import type { SignedIn } from './browser-cookies.js';
import { SessionsService, type Browser } from './sessions.service.js';

/** The browsers of people: their sessions, and the devices that are known from earlier sign-ins. */
@Injectable()
export class BrowsersService {
  constructor(
    private readonly audit: AuditService,
    private readonly devices: DevicesService,
    private readonly sessions: SessionsService,
    private readonly tokens: OperatorTokensService,
  ) {}

  /**
   * Signs an authenticated person in, in the caller's transaction. The browser's previous session ends, and the browser is
   * known from now on.
   *
   * @returns the ids for the cookies
   */
  async signIn(manager: EntityManager, user: User, browser: Browser): Promise<SignedIn> {
    if (browser.sessionId !== null) await this.sessions.endByCookie(manager, browser.sessionId);
    actAs(actorOf(user));
    await this.audit.record(manager, {
      action: 'user.signed_in',
      subject: `user ${user.id}`,
      after: { ip: browser.ip },
    });
    const sessionId = await this.sessions.open(manager, user, browser);
    const deviceId = await this.devices.remember(manager, user.id, browser.deviceId);
    return { sessionId, deviceId };
  }

  /** Makes a browser a known one without a session. @returns the id for the cookie */
  async remember(manager: EntityManager, userId: number, browser: Browser): Promise<string> {
    return this.devices.remember(manager, userId, browser.deviceId);
  }

  /**
   * Ends every session of a person except the one that adds a factor, in the caller's transaction.
   *
   * @throws AppError not_signed_in
   */
  async endForNewFactor(
    manager: EntityManager,
    { userId, sessionId }: SignedInUser,
  ): Promise<void> {
    await lockSession(manager);
    await this.sessions.endAll(manager, userId, sessionId);
  }

  /** Records in the caller's transaction that the password was entered again. */
  async confirm(manager: EntityManager, sessionId: number): Promise<void> {
    await this.sessions.confirm(manager, sessionId);
  }

  /**
   * Ends the sessions of a person in the caller's transaction.
   *
   * @param keptId the session that stays, with a new id; null: none
   * @returns the new id of the session that stays, for the cookie; null: none
   */
  async endSessions(
    manager: EntityManager,
    userId: number,
    keptId: number | null,
  ): Promise<string | null> {
    await this.sessions.endAll(manager, userId, keptId ?? undefined);
    return keptId === null ? null : this.sessions.renew(manager, keptId);
  }

  /**
   * Ends every session of a person except the one that asks, and forgets their devices, in the caller's transaction. That
   * session gets a new id; its end and the time of the password entry stay.
   *
   * @param withTokens true: revokes the person's operator tokens as well
   * @returns the ids for the cookies
   */
  async endOthers(
    manager: EntityManager,
    { userId, sessionId }: SignedInUser,
    { deviceId }: Browser,
    { withTokens }: { withTokens: boolean },
  ): Promise<SignedIn> {
    const renewed = await this.sessions.renew(manager, sessionId);
    await this.end(manager, userId, { keptId: sessionId, withTokens });
    return { sessionId: renewed, deviceId: await this.devices.remember(manager, userId, deviceId) };
  }

  /**
   * Ends every session of a person and forgets their devices, in the caller's transaction.
   *
   * @param withTokens true: revokes the person's operator tokens as well
   */
  async endAll(
    manager: EntityManager,
    userId: number,
    { withTokens }: { withTokens: boolean },
  ): Promise<void> {
    await this.end(manager, userId, { withTokens });
  }

  private async end(
    manager: EntityManager,
    userId: number,
    { keptId, withTokens }: { keptId?: number; withTokens: boolean },
  ): Promise<void> {
    await this.sessions.endAll(manager, userId, keptId);
    await this.devices.forgetAll(manager, userId);
    if (withTokens) await this.tokens.revokeAll(manager, userId);
  }
}
