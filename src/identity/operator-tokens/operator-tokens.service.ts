import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { ClientPlace } from '../../platform/http/client-address.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { readPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { needPrices, permissionsOfOperator } from '../roles.js';
import { type OperatorPermission } from '../../platform/http/access/permissions.js';
import { hashSecret, isWellFormedSecret, newSecret } from '../secret.js';
import { lockSession, type SignedInUser } from '../signed-in-user.js';
import { actorOf } from '../../platform/audit/actor.js';
import type { OperatorToken } from './operator-token.entity.js';
import {
  OperatorTokensRepository,
  type ListedOperatorToken,
} from './operator-tokens.repository.js';

/** Distinguishes operator tokens from the admin token and API tokens. */
const PREFIX = 'wsa_';
/** Longest validity of a token. */
const DAYS_MAX = 366;
/** Precision of the latest use. */
const USED_SECONDS = 60;

export interface NewOperatorToken {
  name: string;
  permissions: readonly OperatorPermission[];
  expiresAt: Date;
}

/** The caller behind an operator token. */
export interface TokenHolder {
  tokenId: number;
  /** The actor in the audit log: person and token. */
  actor: string;
  /** Permissions of the token that its owner also has now. */
  permissions: ReadonlySet<string>;
}

/** Operator tokens: named secrets that scripts call the Admin API with. Each has a subset of its owner's permissions. */
@Injectable()
export class OperatorTokensService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: OperatorTokensRepository,
  ) {}

  /** Returns true if a text looks like such a token. */
  isOperatorToken(text: string): boolean {
    return text.startsWith(PREFIX) && isWellFormedSecret(text.slice(PREFIX.length));
  }

  /**
   * Authenticates a token and records its use.
   *
   * @param from the place that the request came from
   * @throws AppError token_invalid for one that is unknown, expired or revoked
   */
  async authenticate(text: string, from: ClientPlace): Promise<TokenHolder> {
    const { manager } = this.dataSource;
    const token = await this.repository.findLive(manager, hashSecret(text));
    if (token === null) throw new AppError('token_invalid');
    const { id, userId, email, secondsSinceUsed } = token;
    if (secondsSinceUsed === null || secondsSinceUsed > USED_SECONDS) {
      await this.repository.noteUse(manager, id, from);
    }
    const own = permissionsOfOperator(token.roles);
    return {
      tokenId: id,
      actor: `${actorOf({ id: userId, email })} token ${id}`,
      permissions: new Set(token.permissions.filter((permission) => own.has(permission))),
    };
  }

  /**
   * Creates a token of the signed-in operator. Only the result contains its text.
   *
   * @throws AppError validation_failed for permissions that the operator does not have, or that need `prices:read` as well, and
   *   for an end that is past or more than a year away
   */
  async create(
    user: SignedInUser,
    { name, permissions, expiresAt }: NewOperatorToken,
  ): Promise<{ token: OperatorToken; text: string }> {
    assertMayGrant(user, permissions);
    const { text: secret } = newSecret();
    const text = `${PREFIX}${secret}`;
    const token = await inTransaction(this.dataSource, async (manager) => {
      await lockSession(manager);
      if (await this.repository.isOutside(manager, expiresAt, DAYS_MAX)) {
        throw invalidField(
          'expires_at',
          'out_of_range',
          `must be within the next ${DAYS_MAX} days`,
        );
      }
      const inserted = await this.repository.insert(manager, {
        userId: user.userId,
        name,
        tokenHash: hashSecret(text),
        last4: text.slice(-4),
        permissions: [...permissions].sort(),
        expiresAt,
      });
      await this.audit.record(manager, {
        action: 'operator_token.created',
        subject: `user ${user.userId}`,
        after: { token: inserted.id, name, permissions: inserted.permissions, expiresAt },
      });
      return inserted;
    });
    return { token, text };
  }

  /** Lists tokens by id, including expired ones. @param userId the owner; null: all operators */
  async list(userId: number | null, page: PageRequest): Promise<Page<ListedOperatorToken>> {
    const { manager } = this.dataSource;
    return readPage(page, (range) => this.repository.list(manager, userId, range));
  }

  /** Revokes every token of a person, in the caller's transaction. */
  async revokeAll(manager: EntityManager, userId: number): Promise<void> {
    const tokens = await this.repository.deleteAll(manager, userId);
    if (tokens.length === 0) return;
    await this.audit.record(manager, {
      action: 'operator_token.revoked',
      subject: `user ${userId}`,
      before: { tokens },
    });
  }

  /**
   * Revokes a token immediately.
   *
   * @param userId the required owner; null: any operator
   * @throws AppError token_not_found
   */
  async revoke(id: number, userId: number | null): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const revoked = await this.repository.delete(manager, id, userId);
      if (revoked === null) throw new AppError('token_not_found');
      await this.audit.record(manager, {
        action: 'operator_token.revoked',
        subject: `user ${revoked.userId}`,
        before: { token: id, name: revoked.name },
      });
    });
  }
}

function assertMayGrant(
  { permissions: own }: SignedInUser,
  wanted: readonly OperatorPermission[],
): void {
  const foreign = wanted.filter((permission) => !own.has(permission));
  if (foreign.length > 0) {
    const problem = `must be permissions of your own; you do not have ${foreign.join(', ')}`;
    throw invalidField('permissions', 'not_allowed', problem);
  }
  const useless = wanted.filter(needPrices);
  if (useless.length > 0 && !wanted.includes('prices:read')) {
    const problem = `must include prices:read, which ${useless.join(', ')} needs`;
    throw invalidField('permissions', 'prices_needed', problem);
  }
}
