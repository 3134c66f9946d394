import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { assembleApp, initApp } from '../../src/app.setup.js';
import { PeriodicJob } from '../../src/platform/jobs/periodic-job.js';
import { openLog } from '../../src/platform/observability/logger.js';
import { givenParts } from '../support/app.js';
import { givenDatabase } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';

/** A job whose runs end when a test says so. */
@Injectable()
class NewJob extends PeriodicJob {
  begun = 0;
  ended = 0;
  endRun: () => void = () => undefined;

  constructor() {
    super(openLog('silent').logger, 1, 'the new job failed');
  }

  protected async run(): Promise<void> {
    this.begun += 1;
    await new Promise<void>((resolve) => (this.endRun = resolve));
    this.ended += 1;
  }
}

@Module({ providers: [NewJob, { provide: 'the same job', useExisting: NewJob }] })
class NewModule {}

const { connection } = await givenDatabase();

describe('a job that a module provides', () => {
  it('is started by the service, never overlaps, and is waited for at the end', async () => {
    const parts = await givenParts(connection);
    const root = { module: NewModule, imports: [AppModule.of(parts)] };
    const app = await assembleApp(root, parts.log);
    await initApp(app, parts.log);
    const job = app.get(NewJob);
    await eventually(() => Promise.resolve(job.begun === 1));
    job.endRun();
    await eventually(() => Promise.resolve(job.begun === 2));
    expect(job.ended).toBe(1);

    let isClosed = false;
    const closing = app.close().then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([isClosed, job.begun]).toEqual([false, 2]);
    job.endRun();
    await closing;
    expect([job.begun, job.ended]).toEqual([2, 2]);
  });

  it('is not started by the command line', async () => {
    const parts = await givenParts(connection);
    const root = { module: NewModule, imports: [AppModule.of(parts)] };
    const app = await NestFactory.createApplicationContext(root, { logger: false });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(app.get(NewJob).begun).toBe(0);
    await app.close();
  });
});
