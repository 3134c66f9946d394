import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../platform/http/errors.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import { type NewestFirst, type Page, readPage } from '../../platform/http/paging/page.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { AccountSecrets } from '../accounts/account-secrets.js';
import { COURIERS } from '../couriers.js';
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
      'Pushes of couriers, by outcome: stored, repeated, refused and tested when they come; applied, asked, unknown_awb, unreadable and not_confirmed when they are handled',
      'outcome',
    );
  }

  /**
   * Finds the account with a key. The address and secret that were replaced are accepted for a day.
   *
   * @throws AppError route_not_found for an unknown key, rate_limited after too many calls of an address
   */
  async find(key: string, caller: string): Promise<PushAddress[]> {
    await this.limits.takePushFrom(caller);
    const { manager } = this.dataSource;
    const found = KEY.test(key) ? await this.repository.findAddresses(manager, key) : [];
    if (found.length === 0) throw new AppError('route_not_found');
    return found;
  }

  /**
   * Returns the address whose secret a push has; null: it has none, and is dropped.
   *
   * @throws AppError push_refused for a wrong secret, unavailable after too many pushes
   */
  async authenticate(
    found: PushAddress[],
    headers: IncomingHttpHeaders,
  ): Promise<PushAddress | null> {
    const address = found.find((one) => this.isSecretOf(one, headers)) ?? null;
    if (address !== null) await this.limits.takePush(address.accountId);
    else {
      this.count('refused');
      const names = ['x-api-key', ...found.map(({ header }) => header)];
      if (secretsIn(headers, names).length > 0) throw new AppError('push_refused');
    }
    return address;
  }

  /** Stores the body of an authentic push, once, unless the courier only tries the address. */
  async store({ accountId, kind }: PushAddress, body: Buffer): Promise<void> {
    if (COURIERS[kind]?.isTestPush?.(body) === true) return this.count('tested');
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
    const given = secretsIn(headers, [header]);
    if (given.length === 0) return false;
    const expected = hash('sha256', this.secrets.open(accountId, 'pushSecret', secret), 'buffer');
    // Hashes have one length, so that the comparison tells nothing of the secret's.
    return given.some((one) => timingSafeEqual(hash('sha256', one, 'buffer'), expected));
  }
}

/** Lists what may be the secret: the values of headers and of Authorization, raw or after "Bearer". */
function secretsIn(headers: IncomingHttpHeaders, names: string[]): string[] {
  const values = [...names, 'authorization'].map((name) => headers[name.toLowerCase()] ?? '');
  return values.map((value) => String(value).replace(/^bearer\s+/i, '')).filter(Boolean);
}

/** Replaces what PostgreSQL cannot store. */
function storableText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\u0000', '\uFFFD').toWellFormed();
}
