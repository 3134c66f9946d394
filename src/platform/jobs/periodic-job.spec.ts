import { jest } from '@jest/globals';
import type { Logger } from 'pino';
import { SILENT_LOG } from '../observability/logger.js';
import { PeriodicJob } from './periodic-job.js';
import type { WorkLook } from './work-look.js';

/** A job whose runs do not end. */
class HungJob extends PeriodicJob {
  begun = 0;

  constructor(logger: Logger) {
    super(logger, 1_000, 'the job failed', 'true');
  }

  protected run(): Promise<void> {
    this.begun += 1;
    return new Promise(() => undefined);
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a run that does not end counts as failed after ten minutes, and the next one begins', async () => {
  const logged = jest.spyOn(SILENT_LOG, 'error');
  const job = new HungJob(SILENT_LOG);
  job.start();
  await jest.advanceTimersByTimeAsync(599_000);
  expect([job.begun, job.runs.failedAt]).toEqual([1, null]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect([job.begun, job.runs.succeededAt]).toEqual([2, null]);
  const reason = 'the run did not end within 600 s';
  expect(logged).toHaveBeenCalledWith({ job: 'HungJob', reason }, 'the job failed');
  expect(job.runs).toMatchObject({ failedAt: expect.any(Date), tookMs: 600_000 });
  const stopping = job.beforeApplicationShutdown();
  await jest.advanceTimersByTimeAsync(600_000);
  await stopping;
});

it('an interval without work is no success while what failed may wait to be tried again', async () => {
  const job = new HungJob(SILENT_LOG);
  Object.assign(job, { run: () => Promise.reject(new Error('broken')) });
  job.start(0, { finds: () => Promise.resolve(job.runs.failedAt === null) } as unknown as WorkLook);
  await jest.advanceTimersByTimeAsync(530_000);
  expect(job.runs).toMatchObject({ failedAt: expect.any(Date), succeededAt: null });
  await jest.advanceTimersByTimeAsync(20_000);
  expect(job.runs.succeededAt).not.toBeNull();
  await job.beforeApplicationShutdown();
});
