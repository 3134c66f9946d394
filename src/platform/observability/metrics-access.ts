import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { PRIVATE_SUBNETS } from '../config/private-network.js';
import { addressMatcher } from '../http/client-address.js';
import { headerValues } from '../http/connections/header-values.js';
import { OperationsPort } from '../http/operations-port.js';
import { hashOf } from '../http/representation/representation.js';
import type { RequestHead } from '../http/request-context.js';

/** Headers that proxies add. */
const FORWARDING_HEADER = /^(x-forwarded-.+|forwarded|via|x-real-ip|cf-connecting-ip)$/;

/** A prefix, because Express ignores some of what may follow. No other route begins with it. */
const METRICS_PATH = /^\/+metrics/i;

/**
 * Decides in production who gets the metrics. To everyone else the path does not exist, with any method.
 * - on the operators' port they are open
 * - on the main port they need `METRICS_TOKEN`, or a caller with a private address that comes through no proxy
 */
@Injectable()
export class MetricsAccess {
  private readonly isPrivate = addressMatcher(PRIVATE_SUBNETS);
  private readonly isProxy: (address: string) => boolean;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly operations: OperationsPort,
  ) {
    this.isProxy = addressMatcher(settings.trustedProxies);
  }

  /** Returns true if a request is for the metrics of an instance that does not show them to its caller. */
  hides(request: RequestHead): boolean {
    return (
      this.settings.isProduction &&
      METRICS_PATH.test(request.url ?? '') &&
      !this.operations.hasReceived(request) &&
      !this.hasToken(request) &&
      !this.isDirect(request)
    );
  }

  private hasToken({ rawHeaders }: RequestHead): boolean {
    const { metricsToken } = this.settings;
    const [authorization = '', ...others] = headerValues(rawHeaders, 'authorization');
    const token = /^Bearer +(.+)$/i.exec(authorization)?.[1];
    if (metricsToken === null || token === undefined || others.length > 0) return false;
    const [received, expected] = [token, metricsToken].map((text) => Buffer.from(hashOf(text)));
    return timingSafeEqual(received!, expected!);
  }

  private isDirect({ socket, headers }: RequestHead): boolean {
    const address = socket.remoteAddress ?? '';
    return (
      this.isPrivate(address) &&
      !this.isProxy(address) &&
      !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
    );
  }
}
