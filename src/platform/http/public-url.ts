import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SETTINGS, type Settings } from '../config/settings.js';
import { OperationsPort } from './operations-port.js';
import type { RequestHead } from './request-context.js';

/** Address at which browsers reach this service. */
@Injectable()
export class PublicUrl {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
    private readonly operations: OperationsPort,
  ) {}

  /** Without a slash at its end: PUBLIC_URL, else this machine and the port that is listened on. */
  get origin(): string {
    const { publicUrl, port } = this.settings;
    if (publicUrl !== null) return publicUrl;
    // Not there in the command line, which does not listen.
    const server = this.host.httpAdapter?.getHttpServer() as
      | { address(): AddressInfo | null }
      | undefined;
    return `http://localhost:${server?.address()?.port ?? port}`;
  }

  /** The address at which operators work; with OPERATIONS_PORT, one of their own. */
  get operationsOrigin(): string {
    const { operationsUrl, operationsPort } = this.settings;
    if (operationsPort === null) return this.origin;
    return operationsUrl ?? `http://localhost:${this.operations.port ?? operationsPort}`;
  }

  /** Returns the origin of the pages from which a request may come. */
  originOf(request: Pick<RequestHead, 'socket'>): string {
    return this.operations.hasReceived(request) ? this.operationsOrigin : this.origin;
  }

  get isHttps(): boolean {
    return this.origin.startsWith('https:');
  }

  /** Returns the address of a page of the dashboard, such as `/orders`. */
  dashboard(path = ''): string {
    return `${this.origin}/dashboard${path}`;
  }

  /** Returns the address of a page for a person of this kind. */
  dashboardFor(kind: 'operator' | 'client', path = ''): string {
    return `${kind === 'operator' ? this.operationsOrigin : this.origin}/dashboard${path}`;
  }
}
