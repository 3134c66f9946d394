import type { AddressInfo } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import { exchange, HttpUnanswered } from './exchange.js';

const TIMEOUT_MS = 3_000;

/** Sends a message to this process itself, as another company would. It is lost if the process does not listen or answer. */
export async function postToSelf(
  { httpAdapter }: HttpAdapterHost,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<void> {
  const server = httpAdapter.getHttpServer() as { address(): AddressInfo | null };
  const port = server.address()?.port;
  if (port === undefined) return;
  const url = `http://127.0.0.1:${port}${path}`;
  try {
    await exchange({ method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof HttpUnanswered)) throw error;
  }
}
