import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { PeriodicJob } from './periodic-job.js';

/** Starts every {@link PeriodicJob} that a module provides. Only the service calls this, not the command line. */
export function startJobs(app: INestApplicationContext): void {
  const instances = app
    .get(DiscoveryService)
    .getProviders()
    .map((provider): unknown => provider.instance);
  const jobs = instances.filter((instance) => instance instanceof PeriodicJob);
  // A provider can have several injection tokens.
  for (const job of new Set(jobs)) job.start();
}
