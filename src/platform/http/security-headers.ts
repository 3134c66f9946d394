import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Features of browsers that are denied to pages and to the gateways' pages within them. No page uses them, but a few the camera. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb'],
  'xr-spatial-tracking',
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

/**
 * Makes the function that sets the security headers of a response: helmet's defaults without inline styles, other hosts and
 * `upgrade-insecure-requests`, because Swagger UI is served by plain http too. Stores get only the one that programs act on.
 *
 * @param isHttps true if browsers reach the service by https
 */
export function securityHeaders(
  isHttps: boolean,
): (request: IncomingMessage, response: ServerResponse, isStore: boolean) => void {
  const directives = { upgradeInsecureRequests: null, fontSrc: ["'self'"], styleSrc: ["'self'"] };
  const ofPages = helmet({
    contentSecurityPolicy: { directives },
    strictTransportSecurity: isHttps,
  });
  return (request, response, isStore) => {
    if (isStore) response.setHeader('X-Content-Type-Options', 'nosniff');
    else ofPages(request, response, () => undefined);
  };
}
