import { JobsService, type JobState } from '../../platform/jobs/jobs.service.js';
import { CommandFailure } from './command-failure.js';
import { READ_ONLY, withApp } from './with-app.js';

/**
 * Prints when each periodic job last succeeded and failed, on any instance.
 *
 * @throws CommandFailure if one is late
 */
export async function printStatus(): Promise<void> {
  const jobs = await withApp(({ app }) => app.get(JobsService).list(), READ_ONLY);
  for (const job of jobs) process.stdout.write(`${lineOf(job)}\n`);
  const late = jobs.filter(({ isLate }) => isLate).map(({ job }) => job);
  if (late.length > 0) throw new CommandFailure([`Late: ${late.join(', ')}`]);
}

function lineOf({ job, isLate, succeededAt, failedAt }: JobState): string {
  const succeeded =
    succeededAt === null ? 'has not succeeded' : `succeeded ${succeededAt.toISOString()}`;
  const failed = failedAt === null ? '' : `, failed ${failedAt.toISOString()}`;
  const isFailing = failedAt !== null && (succeededAt === null || failedAt > succeededAt);
  const state = isLate ? 'late' : isFailing ? 'failed' : 'ok';
  return `${state.padEnd(6)}  ${job} ${succeeded}${failed}`;
}
