import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/audience.js';
import { Metrics } from './metrics.js';
import { IgnoresUnknownFields } from '../http/input/unknown-fields.js';

@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** Writes the metrics in Prometheus' text format. */
  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async read(): Promise<string> {
    return this.metrics.text();
  }
}
