import { randomBytes } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import Negotiator from 'negotiator';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { CURRENCY, NONCE, readPageFiles, type PageFile } from './page-files.js';

const NONCE_BYTES = 16;
/** Case-insensitive, as the router's own paths are. */
const API = /^\/dashboard\/api(\/|$)/i;
const BELOW = '/dashboard/'.length;

/**
 * Serves the dashboard: its files below /dashboard/assets, and the application's HTML at every other path below
 * /dashboard except /dashboard/api, because the application shows the page that the address names.
 */
export function servePages(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  const { html: built, assets } = readPageFiles();
  const html = built.replaceAll(CURRENCY, app.get<Settings>(SETTINGS).currency);
  const answer = (request: Request, response: Response, next: NextFunction): void => {
    if (API.test(request.path)) {
      next();
      return;
    }
    const file = assets.get(request.path.slice(BELOW));
    if (file === undefined) sendHtml(response, html);
    else sendFile(request, response, file);
  };
  express.get('/dashboard', answer);
  express.get('/dashboard/*path', answer);
}

function sendHtml(response: Response, html: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  response
    .type('html')
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Content-Security-Policy', contentSecurityPolicy(nonce));
  response.send(html.replaceAll(NONCE, nonce));
}

/** The nonce is for the style elements that components write while the page runs. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sendFile(request: Request, response: Response, file: PageFile): void {
  response
    .setHeader('Content-Type', file.type)
    .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    .setHeader('Vary', 'Accept-Encoding');
  const taken = new Negotiator(request).encodings(['br', 'gzip']);
  if (file.brotli !== null && taken.includes('br')) {
    response.setHeader('Content-Encoding', 'br').send(file.brotli);
  } else if (file.gzip !== null && taken.includes('gzip')) {
    response.setHeader('Content-Encoding', 'gzip').send(file.gzip);
  } else {
    response.send(file.content);
  }
}
