import type { ServerResponse } from 'node:http';

/** Directives of the Content-Security-Policy. Scripts and styles are files of the service, also those of Swagger UI. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self'",
];

/** Features of browsers that are denied to pages and to the gateways' pages within them. No page uses them, but a few the camera. */
const UNUSED_FEATURES = [
  ...[
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
  ],
  ...['microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];

/**
 * The `Permissions-Policy` of pages. Copying, full screen and payments keep the browsers' defaults, because a checkout uses
 * them.
 */
export const PERMISSIONS_POLICY = UNUSED_FEATURES.map((name) => `${name}=()`).join(', ');

/** The `Permissions-Policy` of pages that scan with the camera. */
export const PERMISSIONS_POLICY_WITH_CAMERA = PERMISSIONS_POLICY.replace(
  'camera=()',
  'camera=(self)',
);

type Headers = readonly (readonly [name: string, value: string])[];

const NO_GUESS: Headers = [['X-Content-Type-Options', 'nosniff']];
const SAME_ORIGIN: Headers = [['Cross-Origin-Resource-Policy', 'same-origin']];
const HTTPS_ONLY: Headers = [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']];

const STORE_API = /^\/api\//i;
const API_OF_PAGES = /^\/(admin|dashboard\/api)([/?]|$)/i;
/** Media types that a browser shows as a page or a picture. */
const SHOWN = /^(text\/html|image\/|application\/pdf)/;

/** The security headers of responses. Browsers get all of them, programs only those that they act on. */
export class SecurityHeaders {
  /**
   * Headers for what a browser may show: helmet's defaults without inline styles, other hosts, and `upgrade-insecure-requests`.
   * Swagger UI is served by plain http too, where its assets must not be upgraded to https.
   */
  readonly ofPages: Headers;
  private readonly ofPagesApi: Headers;

  /** @param isHttps true if browsers reach the service by https */
  constructor(isHttps: boolean) {
    const https = isHttps ? HTTPS_ONLY : [];
    this.ofPagesApi = [...NO_GUESS, ...SAME_ORIGIN, ...https];
    this.ofPages = [
      ...this.ofPagesApi,
      ['Content-Security-Policy', CONTENT_SECURITY_POLICY.join(';')],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Origin-Agent-Cluster', '?1'],
      ['Referrer-Policy', 'no-referrer'],
      ['X-DNS-Prefetch-Control', 'off'],
      ['X-Download-Options', 'noopen'],
      ['X-Frame-Options', 'SAMEORIGIN'],
      ['X-Permitted-Cross-Domain-Policies', 'none'],
      ['X-XSS-Protection', '0'],
    ];
  }

  /** Lists the headers of the responses at an address. {@link complete} adds more if a browser may show the response. */
  at(url = ''): Headers {
    if (STORE_API.test(url)) return NO_GUESS;
    return API_OF_PAGES.test(url) ? this.ofPagesApi : this.ofPages;
  }

  /** Adds the missing headers to a response that is about to be sent, if a browser may show it. */
  complete(response: ServerResponse): void {
    if (!SHOWN.test(String(response.getHeader('Content-Type')))) return;
    for (const [name, value] of this.ofPages) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
  }
}
