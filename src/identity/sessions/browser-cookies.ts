import { Injectable } from '@nestjs/common';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { DEVICE_SECONDS } from '../devices/device.entity.js';
import { HostCookie } from './host-cookie.js';

/** Ids that a sign-in gives to a browser. */
export interface SignedIn {
  sessionId: string;
  deviceId: string;
}

/** The cookies of a browser in which a person signs in. */
@Injectable()
export class BrowserCookies {
  /** The session id. It ends with the browser; the session itself ends on the server. */
  readonly session: HostCookie;
  /** The id by which the browser is known after a sign-in. */
  readonly device: HostCookie;

  constructor(publicUrl: PublicUrl) {
    this.session = new HostCookie(publicUrl, 'wso_session', null);
    this.device = new HostCookie(publicUrl, 'wso_device', DEVICE_SECONDS);
  }

  write(headers: HeaderSink, { sessionId, deviceId }: SignedIn): void {
    this.session.write(headers, sessionId);
    this.device.write(headers, deviceId);
  }
}
