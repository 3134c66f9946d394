import type { Settings } from '../../platform/config/settings.js';
import { warning, type Finding } from './finding.js';

/** An address that belongs to no network (RFC 5737). A caller could pretend to have it. */
const FORGED_ADDRESS = '192.0.2.1';
const ANSWER_LIMIT_MS = 5_000;

interface SeenCaller {
  address: string;
  forwarded: string;
}

/** Verifies that requests through the proxy show who the callers are, and that callers cannot pretend to be others. */
export async function checkProxy({ publicUrl }: Settings): Promise<Finding | null> {
  if (publicUrl === null) {
    return warning('TRUST_PROXY is not verified, because PUBLIC_URL is not set', 'set it');
  }
  try {
    const [plain, forged] = [await seenAt(publicUrl, {}), await seenAt(publicUrl, FORGED)];
    return findingOf(plain, forged);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return warning(
      `TRUST_PROXY is not verified, because ${publicUrl} does not answer as this service (${reason})`,
      'run doctor again where the service is reachable',
    );
  }
}

const FORGED = { 'X-Forwarded-For': FORGED_ADDRESS };

function findingOf(plain: SeenCaller, forged: SeenCaller): Finding | null {
  const proxy = 'the address of the proxy alone';
  if (forged.address === FORGED_ADDRESS) {
    return warning(
      'a caller can pretend to have another address by sending X-Forwarded-For',
      `let the proxy overwrite that header, and set TRUST_PROXY to ${proxy}`,
    );
  }
  if (plain.forwarded === 'untrusted') {
    return warning(
      'TRUST_PROXY does not name the proxy, so all callers count as one address',
      `set TRUST_PROXY to ${proxy}`,
    );
  }
  return plain.forwarded === 'none'
    ? warning(
        'no proxy sends X-Forwarded-For, so callers behind one count as one address',
        'let the proxy set X-Forwarded-For to the address of its caller',
      )
    : null;
}

async function seenAt(publicUrl: string, headers: Record<string, string>): Promise<SeenCaller> {
  const response = await fetch(`${publicUrl}/health/address`, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { address, forwarded } = (await response.json()) as Partial<SeenCaller>;
  if (typeof address !== 'string' || typeof forwarded !== 'string') {
    throw new Error('another response');
  }
  return { address, forwarded };
}
