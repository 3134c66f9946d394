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

/** Features of browsers that no page uses. They are denied to pages and to the gateways' pages within them. */
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

/** The `Permissions-Policy` of pages. Copying, full screen and payments stay as browsers allow them: a checkout uses them. */
export const PERMISSIONS_POLICY = UNUSED_FEATURES.map((name) => `${name}=()`).join(', ');

/**
 * The security headers of every response. They are helmet's defaults without inline styles, other hosts, and
 * `upgrade-insecure-requests`: Swagger UI is served by plain http too, where its assets must not be upgraded to https.
 */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY.join(';')],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['X-XSS-Protection', '0'],
];
