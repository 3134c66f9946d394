import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SETTINGS, type Settings } from '../config/settings.js';

/** Address at which browsers reach this service. */
@Injectable()
export class PublicUrl {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Without a slash at its end: PUBLIC_URL, else this machine and the port that is listened on. */
  get origin(): string {
    const { publicUrl, port } = this.settings;
    if (publicUrl !== null) return publicUrl;
    // Not there in the command line, which does not listen.
    const server = this.host.httpAdapter?.getHttpServer() as
      { address(): AddressInfo | null } | undefined;
    return `http://localhost:${server?.address()?.port ?? port}`;
  }

  get isHttps(): boolean {
    return this.origin.startsWith('https:');
  }

  /** Returns the address of a page of the dashboard, such as `/orders`. */
  dashboard(path = ''): string {
    return `${this.origin}/dashboard${path}`;
  }
}
