import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Public } from '../http/audience.js';
import {
  CLIENT_ADDRESS,
  forwardingOf,
  type ClientAddress,
  type Forwarding,
} from '../http/client-address.js';
import { foreignHosts } from '../http/connections/host-header.js';
import type { TrackedRequest } from '../http/request-context.js';
import { HealthService } from './health.service.js';
import type { HealthCheck } from './shared-checks.js';
import { IgnoresUnknownFields } from '../http/input/unknown-fields.js';

/** Content of a response about health. */
interface Checks {
  data: { checks: HealthCheck[] };
}

interface SeenCaller {
  address: string;
  forwarded: Forwarding;
  foreign_host: string | null;
}

@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('health')
export class HealthController {
  private readonly forwarding: (request: TrackedRequest) => Forwarding;
  private readonly foreignHostOf: (request: TrackedRequest) => string | null;

  constructor(
    private readonly health: HealthService,
    @Inject(SETTINGS) settings: Settings,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
  ) {
    this.forwarding = forwardingOf(settings.trustedProxies);
    this.foreignHostOf = foreignHosts(settings);
  }

  /** Responds if the process is alive. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Responds 200 if the instance can serve stores, else 503: for load balancers. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Checks> {
    return withStatus(await this.health.checkReadiness(), response);
  }

  /** Responds 200 if stores, operators and background work have what they need, else 503: for monitoring. */
  @Get('operations')
  async operations(@Res({ passthrough: true }) response: Response): Promise<Checks> {
    return withStatus(await this.health.checkOperations(), response);
  }

  /** Tells the caller's own address, and a foreign host, as the service knows them, so that `doctor` can verify the proxy. */
  @Get('address')
  address(@Req() request: TrackedRequest): SeenCaller {
    return {
      address: this.addressOf(request),
      forwarded: this.forwarding(request),
      foreign_host: this.foreignHostOf(request),
    };
  }
}

function withStatus(checks: HealthCheck[], response: Response): Checks {
  if (!checks.every(({ ok }) => ok)) response.status(503).setHeader('Retry-After', '1');
  return { data: { checks } };
}
