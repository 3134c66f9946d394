import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { isPrivateHost } from '../config/private-network.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { OperationsPort } from './operations-port.js';
import { addressMatcher } from './client-address.js';
import type { RequestHead } from './request-context.js';

const HOST_LENGTH_MAX = 260;
/** A name or an IP address, with or without a port, that needs no escape in any text or code. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The address that browsers reach this service at. */
@Injectable()
export class PublicUrl {
  private readonly isProxy: (address: string) => boolean;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
    private readonly operations: OperationsPort,
  ) {
    this.isProxy = addressMatcher(settings.trustedProxies);
  }

  /** Without a slash at its end: PUBLIC_URL, else this machine and the port that the service listens on. */
  get origin(): string {
    const { publicUrl, port } = this.settings;
    if (publicUrl !== null) return publicUrl;
    // Not there in the command line, which does not listen.
    const server = this.host.httpAdapter?.getHttpServer() as
      | { address(): AddressInfo | null }
      | undefined;
    return `http://localhost:${server?.address()?.port ?? port}`;
  }

  /** The address for operators; with OPERATIONS_PORT, one of their own. */
  get operationsOrigin(): string {
    const { operationsUrl, operationsPort } = this.settings;
    if (operationsPort === null) return this.origin;
    return operationsUrl ?? `http://localhost:${this.operations.port ?? operationsPort}`;
  }

  /** Finds the origin of the pages that may send a request. */
  originOf(request: Pick<RequestHead, 'socket'>): string {
    return this.operations.hasReceived(request) ? this.operationsOrigin : this.origin;
  }

  /**
   * Finds the address that the sender of a request used: the configured one, else that of the header `Host`. The sender chooses
   * the header freely, so an answer that contains the address is for this sender only.
   * - a host on the internet is shown with https, because tokens are sent to it
   * - for others, the header `X-Forwarded-Proto` of a trusted proxy decides
   */
  reachedBy(request: Pick<RequestHead, 'socket' | 'headers'>): string {
    const { publicUrl, operationsUrl } = this.settings;
    const configured = this.operations.hasReceived(request) ? operationsUrl : publicUrl;
    return configured ?? this.hostOf(request) ?? this.originOf(request);
  }

  private hostOf({ socket, headers }: Pick<RequestHead, 'socket' | 'headers'>): string | null {
    const isProxied = this.isProxy(socket.remoteAddress ?? '');
    const [word] = isProxied ? [headers['x-forwarded-proto'] ?? ''].flat().join().split(',') : [];
    return originOf(headers.host, word?.trim() === 'https');
  }

  get isHttps(): boolean {
    return this.origin.startsWith('https:');
  }

  /** Makes the address of a page of the dashboard, such as `/orders`. */
  dashboard(path = ''): string {
    return `${this.origin}/dashboard${path}`;
  }

  /** Makes the address of a page for a person of this kind. */
  dashboardFor(kind: 'operator' | 'client', path = ''): string {
    return `${kind === 'operator' ? this.operationsOrigin : this.origin}/dashboard${path}`;
  }
}

/** Reads the origin of a header `Host`; null if it cannot be one. */
function originOf(host = '', isEncrypted: boolean): string | null {
  if (host.length > HOST_LENGTH_MAX || !HOST.test(host)) return null;
  if (!URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  return new URL(`${isEncrypted || !isPrivateHost(hostname) ? 'https' : 'http'}://${host}`).origin;
}
