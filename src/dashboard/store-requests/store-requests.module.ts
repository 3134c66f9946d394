import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module.js';
import { RequestFailuresController } from './failures/request-failures.controller.js';
import { OldRequestFailuresJob, RequestFailuresJob } from './failures/request-failures.jobs.js';
import { RequestFailuresRepository } from './failures/request-failures.repository.js';
import { RequestFailuresService } from './failures/request-failures.service.js';
import { RecentRequestsController } from './recent/recent-requests.controller.js';
import { OldRecentRequestsJob, RecentRequestsJob } from './recent/recent-requests.jobs.js';
import { RecentRequestsRepository } from './recent/recent-requests.repository.js';
import { RecentRequestsService } from './recent/recent-requests.service.js';

/** The latest requests of stores, and those that were refused. */
@Module({
  imports: [ClientsModule],
  controllers: [RecentRequestsController, RequestFailuresController],
  providers: [
    OldRecentRequestsJob,
    RecentRequestsJob,
    RecentRequestsRepository,
    RecentRequestsService,
    RequestFailuresService,
    RequestFailuresRepository,
    RequestFailuresJob,
    OldRequestFailuresJob,
  ],
  exports: [RecentRequestsService, RequestFailuresService],
})
export class StoreRequestsModule {}
