import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../platform/http/errors.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import { type NewestFirst, type Page, readPage } from '../../platform/http/paging/page.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { AccountSecrets } from '../accounts/account-secrets.js';
import type { CourierPush, PushOutcome } from './courier-push.entity.js';
import { PushesRepository, type PushAddress } from './pushes.repository.js';

/** Keys as the service makes them. Others are not even looked for. */
const KEY = /^[a-z]{32}$/;

/** Pushes of couriers: each body is stored once, and handled later. */
@Injectable()
export class PushesService {
  readonly count;

  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RateLimits,
    private readonly secrets: AccountSecrets,
    private readonly repository: PushesRepository,
    metrics: Metrics,
  ) {
    this.count = metrics.counters(
      'courier_pushes_total',
      'Pushes of couriers, by outcome: stored, repeated and refused when they come; applied, asked, unknown_awb, unreadable and not_confirmed when they are handled',
      'outcome',
    );
  }

  /**
   * Finds the account that a push is for. The address and secret that were replaced are accepted for a day.
   *
   * @throws AppError route_not_found for an unknown key, push_refused for a wrong secret, unavailable after too many pushes
   */
  async authenticate(key: string, headers: IncomingHttpHeaders): Promise<number> {
    const found = KEY.test(key)
      ? await this.repository.findAddresses(this.dataSource.manager, key)
      : [];
    const [first] = found;
    if (first === undefined) throw new AppError('route_not_found');
    if (!found.some((address) => this.isSecretOf(address, headers))) {
      this.count('refused');
      throw new AppError('push_refused');
    }
    await this.limits.takePush(first.accountId);
    return first.accountId;
  }

  /** Stores the body of an authentic push, once. */
  async store(accountId: number, body: Buffer): Promise<void> {
    const key = hash('sha256', body, 'buffer');
    const { manager } = this.dataSource;
    const isNew = await this.repository.insert(manager, accountId, key, storableText(body));
    this.count(isNew ? 'stored' : 'repeated');
  }

  /** Lists the latest pushes first. */
  async list(outcome: PushOutcome | null, page: NewestFirst): Promise<Page<CourierPush>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, outcome, range));
  }

  private isSecretOf(
    { accountId, header, secret }: PushAddress,
    headers: IncomingHttpHeaders,
  ): boolean {
    const given = headers[header.toLowerCase()];
    if (typeof given !== 'string') return false;
    const expected = this.secrets.open(accountId, 'pushSecret', secret);
    // Hashes have one length, so that the comparison tells nothing of the secret's.
    return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
  }
}

/** Replaces what PostgreSQL cannot store. */
function storableText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\u0000', '\uFFFD').toWellFormed();
}
