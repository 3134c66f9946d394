import type { Request, Response } from 'express';
import { AppError } from '../errors.js';
import { PERMISSIONS_POLICY } from '../security-headers.js';
import { takesPage } from './representation.js';

const MESSAGE = 'This is still being built, which takes some seconds.';
const RETRY_SECONDS = 2;

/**
 * Answers a request for something that is not built yet. Browsers get a page that reloads itself.
 *
 * @throws AppError for everyone else
 */
export function answerNotBuilt({ headers }: Request, response: Response): void {
  if (!takesPage(headers)) {
    throw new AppError('unavailable', { message: MESSAGE, retryAfterSeconds: RETRY_SECONDS });
  }
  response
    .status(503)
    .type('html')
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Permissions-Policy', PERMISSIONS_POLICY)
    .setHeader('Retry-After', RETRY_SECONDS)
    .setHeader('Refresh', RETRY_SECONDS)
    .send(`<!doctype html><html lang="en"><title>One moment</title><p>${MESSAGE}</p></html>`);
}
