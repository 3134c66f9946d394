import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/audience.js';
import { HealthService } from './health.service.js';
import { IgnoresUnknownFields } from '../http/input/unknown-fields.js';

@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Responds if the process is alive. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Responds if the instance can serve requests. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: 'ok' }> {
    await this.health.assertReady();
    return { status: 'ok' };
  }
}
