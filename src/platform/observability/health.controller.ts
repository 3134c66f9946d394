import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Public } from '../http/audience.js';
import {
  CLIENT_ADDRESS,
  forwardingOf,
  type ClientAddress,
  type Forwarding,
} from '../http/client-address.js';
import type { TrackedRequest } from '../http/request-context.js';
import { HealthService } from './health.service.js';
import { IgnoresUnknownFields } from '../http/input/unknown-fields.js';

@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('health')
export class HealthController {
  private readonly forwarding: (request: TrackedRequest) => Forwarding;

  constructor(
    private readonly health: HealthService,
    @Inject(SETTINGS) { trustedProxies }: Settings,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
  ) {
    this.forwarding = forwardingOf(trustedProxies);
  }

  /** Responds if the process is alive. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Responds if the instance can serve requests. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    await this.health.assertReady();
    return { status: 'ok' };
  }

  /** Returns the caller's own address as the service knows it, so that `doctor` can verify TRUST_PROXY. */
  @Get('address')
  address(@Req() request: TrackedRequest): { address: string; forwarded: Forwarding } {
    return { address: this.addressOf(request), forwarded: this.forwarding(request) };
  }
}
