import { Injectable } from '@nestjs/common';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { DEVICE_SECONDS } from '../devices/device.entity.js';
import { HostCookie } from './host-cookie.js';

/** Ids that a browser gets when a person signs in. */
export interface SignedIn {
  sessionId: string;
  deviceId: string;
}

/** The cookies of a browser that a person signs in with. */
@Injectable()
export class BrowserCookies {
  /** The session id. It ends with the browser; the session itself ends on the server. */
  readonly session: HostCookie;
  /** The id that the browser is known by after a sign-in. */
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
