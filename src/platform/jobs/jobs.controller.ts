import { Get } from '@nestjs/common';
import { responseDto, flag, integer, text, time } from '../http/response-dto/response-dto.js';
import { Access, OperatorController } from '../http/audience.js';
import { RespondsList } from '../http/openapi/admin-docs.js';
import { Operation } from '../http/openapi/operation.js';
import { JobsService, type JobState } from './jobs.service.js';

export class JobDto extends responseDto<JobState>()({
  job: text({ example: 'OrderExpiryJob' }),
  interval_seconds: [integer('Between two runs'), ({ intervalMs }) => intervalMs / 1000],
  succeeded_at: time('Null: it has not succeeded').orNull(),
  failed_at: time('Null: it has not failed').orNull(),
  took_ms: integer('Of the latest run').orNull(),
  late: flag('True: no success for five intervals, and for at least ten minutes'),
}) {}

@OperatorController('admin/jobs', 'Installation')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get()
  @Access('any-operator')
  @Operation('List the periodic jobs with their latest runs on any instance')
  @RespondsList(JobDto)
  listJobs() {
    return this.jobs.list();
  }
}
