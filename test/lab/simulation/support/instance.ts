import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { AppModule } from '../../../../src/app.module.js';
import { dedicatedConnectionsOf } from '../../../../src/platform/database/dedicated-connection.js';
import { givenParts } from '../../../support/app.js';
import { DatabaseGate } from './database-gate.js';

/** The services of the application without HTTP and without timers of jobs, which make an instance's decisions. */
export class SimulatedInstance {
  private constructor(
    /** Unique among all instances that ever ran. */
    readonly name: string,
    private readonly context: INestApplicationContext,
    readonly dataSource: DataSource,
  ) {}

  static async start(connection: { url: string }, name: string): Promise<SimulatedInstance> {
    const parts = await givenParts({ url: DatabaseGate.urlFor(connection.url, name) });
    const options = { logger: false, abortOnError: false } as const;
    const context = await NestFactory.createApplicationContext(AppModule.of(parts), options);
    return new SimulatedInstance(name, context, parts.dataSource);
  }

  service<T>(type: new (...args: never[]) => T): T {
    return this.context.get<T>(type);
  }

  /** Lets it lose connections without noticing, as behind a pooler, which opens new ones instead. */
  hideLosses(): void {
    for (const connection of dedicatedConnectionsOf(this.dataSource)) {
      Object.assign(connection, { onLost: () => undefined });
    }
  }

  async stop(): Promise<void> {
    await this.context.close();
  }
}
