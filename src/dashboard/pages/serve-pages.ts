import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import Negotiator from 'negotiator';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../../money/gateway/payment-gateway.js';
import { UserAccess } from '../../identity/sessions/user-access.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { Routes } from '../../platform/http/routes.js';
import { answerNotBuilt } from '../../platform/http/representation/not-built.js';
import {
  PERMISSIONS_POLICY,
  PERMISSIONS_POLICY_WITH_CAMERA,
} from '../../platform/http/security-headers.js';
import { BrandService, type Logo } from '../../identity/brand/brand.service.js';
import { LOGO_PATH } from '../../identity/brand/logo-path.js';
import { withBrand } from './brand-head.js';
import { CAMERA_PAGE } from './camera-pages.js';
import { linksFor } from './first-pages.js';
import {
  CURRENCY,
  GATEWAY_KIND,
  NONCE,
  PRELOADS,
  readPageFiles,
  type PageFile,
} from './page-files.js';

const NONCE_BYTES = 16;
/** Case-insensitive, as the router's own paths are. */
const API = /^\/dashboard\/api(\/|$)/i;
/** The page that opens the gateway's checkout. No other page may load it. */
const PAY_PAGE = /^\/dashboard\/pay\//i;
const BELOW = '/dashboard/'.length;

/**
 * Serves the dashboard: its files below /dashboard/assets, and the application's HTML at every other path below /dashboard. The
 * application then shows the page of the address.
 * - except below /dashboard/api
 */
export function servePages(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  const { currency } = app.get<Settings>(SETTINGS);
  const gateway = app.get<PaymentGateway | null>(PAYMENT_GATEWAY);
  const users = app.get(UserAccess);
  const kind = gateway?.kind ?? 'none';
  const answer = async (
    request: Request,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    if (API.test(request.path)) {
      next();
      return;
    }
    const pages = readPageFiles();
    if (pages === null) {
      answerNotBuilt(request, response);
      return;
    }
    const file = pages.assets.get(request.path.slice(BELOW));
    if (file !== undefined) {
      sendFile(request, response, file);
      return;
    }
    // Without a database, the pages say so themselves.
    const theme = await app
      .get(BrandService)
      .getTheme()
      .catch(() => null);
    if (request.path === LOGO_PATH) sendLogo(request, response, theme?.logo ?? null);
    else {
      const linked = pages.html
        .replaceAll(CURRENCY, currency)
        .replaceAll(GATEWAY_KIND, kind)
        .replace(PRELOADS, () => linksFor(request, users.hasSession(request), pages.preloads));
      const page = theme === null ? linked : withBrand(linked, theme, NONCE);
      sendHtml(request, response, { page, gateway: PAY_PAGE.test(request.path) ? gateway : null });
    }
  };
  app.get(Routes).addFile('/dashboard');
  app.get(Routes).addFile('/dashboard/*path');
  express.get('/dashboard', answer);
  express.get('/dashboard/*path', answer);
}

/** @param gateway the gateway whose checkout the page may load; null: none */
function sendHtml(
  request: Request,
  response: Response,
  { page, gateway }: { page: string; gateway: PaymentGateway | null },
): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const scans = CAMERA_PAGE.test(request.path);
  response
    .type('html')
    .setHeader('Permissions-Policy', scans ? PERMISSIONS_POLICY_WITH_CAMERA : PERMISSIONS_POLICY)
    .setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, gateway, scans));
  // Banks' pages open in windows of their own, which the checkout has to be able to reach.
  if (gateway !== null)
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  const html = page.replaceAll(NONCE, nonce);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encodingsOf(request).includes('gzip')) {
    response.setHeader('Content-Encoding', 'gzip').send(gzipSync(html));
  } else {
    response.send(html);
  }
}

const NO_SOURCES = { scripts: [], connections: [], frames: [] };

/** Writes the policy of a page. The nonce is for the style elements that components write while the page runs. */
function contentSecurityPolicy(
  nonce: string,
  gateway: PaymentGateway | null,
  scans: boolean,
): string {
  const { scripts, connections, frames } = gateway?.pageSources ?? NO_SOURCES;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...(scans ? ["'wasm-unsafe-eval'"] : []), ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    ["connect-src 'self'", ...connections].join(' '),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // A gateway's checkout writes HTML itself.
    ...(gateway === null ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
  ].join('; ');
}

/** Sends the logo as a picture and nothing else. Browsers keep it if the address contains its version. */
function sendLogo(request: Request, response: Response, logo: Logo | null): void {
  if (logo === null) {
    response.status(404).end();
    return;
  }
  const isVersioned = request.query.v === logo.version;
  response
    .setHeader('Content-Type', logo.type)
    .setHeader(
      'Cache-Control',
      isVersioned ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    )
    .setHeader('ETag', `"${logo.version}"`)
    .setHeader('Content-Disposition', 'inline; filename="logo"')
    .setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    // Mails show it.
    .setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    .send(logo.content);
}

function sendFile(request: Request, response: Response, file: PageFile): void {
  response
    .setHeader('Content-Type', file.type)
    .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    .setHeader('Vary', 'Accept-Encoding');
  const taken = encodingsOf(request);
  if (file.brotli !== null && taken.includes('br')) {
    response.setHeader('Content-Encoding', 'br').send(file.brotli);
  } else if (file.gzip !== null && taken.includes('gzip')) {
    response.setHeader('Content-Encoding', 'gzip').send(file.gzip);
  } else {
    response.send(file.content);
  }
}

function encodingsOf(request: Request): string[] {
  return new Negotiator(request).encodings(['br', 'gzip']);
}
