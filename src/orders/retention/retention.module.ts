import { Module } from '@nestjs/common';
import { CustomerDataJob } from './customer-data.job.js';
import { CustomerDataRepository } from './customer-data.repository.js';

/** Removal of customers' data from closed orders. */
@Module({ providers: [CustomerDataJob, CustomerDataRepository] })
export class RetentionModule {}
