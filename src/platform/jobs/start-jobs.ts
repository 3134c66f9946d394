import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { PeriodicJob } from './periodic-job.js';

/** Between the first runs of two jobs, so that a start does not open a connection of the database for each of them. */
const APART_MS = 50;

/** Starts every {@link PeriodicJob} that a module provides. Only the service calls this, not the command line. */
export function startJobs(app: INestApplicationContext): void {
  const instances = app
    .get(DiscoveryService)
    .getProviders()
    .map((provider): unknown => provider.instance);
  const jobs = instances.filter((instance) => instance instanceof PeriodicJob);
  // A provider can have several injection tokens.
  [...new Set(jobs)].forEach((job, index) => job.start(index * APART_MS));
}
