import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { instancesOf } from '../instances-of.js';
import { PeriodicJob } from './periodic-job.js';
import { WorkLook } from './work-look.js';

/** Time between the first runs of two jobs, so that a start does not open a database connection for each of them. */
const APART_MS = 50;
/** Also applies to hourly work, so that repeated restarts do not delay it indefinitely. */
const FIRST_RUN_WITHIN_MS = 30_000;

/** Finds every {@link PeriodicJob} that a module provides. */
export function findJobs(app: INestApplicationContext): PeriodicJob[] {
  return instancesOf(app.get(DiscoveryService), PeriodicJob);
}

/**
 * Starts every job, each after a tenth of its interval: rare work can wait until the start is over. Only the service calls
 * this, not the command line.
 */
export function startJobs(app: INestApplicationContext): void {
  const jobs = findJobs(app);
  const look = new WorkLook(app.get(DataSource), jobs);
  jobs.forEach((job, index) =>
    job.start(index * APART_MS + Math.min(job.intervalMs / 10, FIRST_RUN_WITHIN_MS), look),
  );
}
