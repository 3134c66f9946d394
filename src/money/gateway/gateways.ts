import type { DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { secret } from '../../platform/config/secrets/secret.js';
import type { GatewaySettings } from '../../platform/config/settings.js';
import { oneOf, SettingsError, text, type Environment } from '../../platform/config/variables.js';
import type { GatewayDescription, PaymentGateway } from './payment-gateway.js';
import { razorpay } from './razorpay/razorpay.js';
import { sandbox } from './sandbox/sandbox.js';

/** The kinds of payment gateway, by their names in GATEWAY. The pages have an entry for each in `web/src/payments/gateways.ts`. */
export const GATEWAYS: Readonly<Record<string, GatewayDescription>> = { sandbox, razorpay };

export const GATEWAY_KINDS = Object.keys(GATEWAYS);

/** Reads the gateway. Without GATEWAY: the sandbox for a trial, otherwise null. @throws SettingsError */
export function readGateway(env: Environment, isTrial: boolean): GatewaySettings | null {
  const kind = oneOf(env, 'GATEWAY', [...GATEWAY_KINDS, 'none'], isTrial ? 'sandbox' : 'none');
  const keys = new Map<string, string>();
  for (const [owner, { variables }] of Object.entries(GATEWAYS)) {
    for (const name of variables) {
      const key = gatewayKey(env, name);
      if (key !== null) keys.set(name, key);
    }
    const held = variables.find((name) => keys.has(name));
    if (held !== undefined && text(env, 'GATEWAY') === null) {
      throw new SettingsError(`GATEWAY is not set: with ${held}, expected ${owner}`);
    }
  }
  const variables = GATEWAYS[kind]?.variables;
  if (variables === undefined) return null;
  const missing = variables.filter((name) => !keys.has(name));
  if (missing.length > 0) {
    throw new SettingsError(
      `${new Intl.ListFormat('en').format(missing)} ${missing.length > 1 ? 'are' : 'is'} not set: GATEWAY=${kind} needs all of ${variables.join(', ')}`,
    );
  }
  return { kind, keys: Object.fromEntries(variables.map((name) => [name, keys.get(name)!])) };
}

function gatewayKey(env: Environment, name: string): string | null {
  return secret(
    env,
    name,
    (value) => /^[\x21-\x7e]{8,}$/.test(value),
    'at least 8 printable ASCII characters without spaces, from the dashboard of the gateway',
  );
}

/** Finds the variable with the secret that signs the gateway's notices; null: it has none. */
export function noticeSecretOf({ kind }: GatewaySettings): string | null {
  return GATEWAYS[kind]!.noticeSecret;
}

export async function openGateway(
  { kind, keys }: GatewaySettings,
  dataSource: DataSource,
): Promise<PaymentGateway> {
  return GATEWAYS[kind]!.open(keys, dataSource);
}

/** Loads the modules with routes and jobs that the selected gateway adds to the application. */
export function gatewayModules(settings: GatewaySettings | null): Promise<DynamicModule>[] {
  const load = settings && GATEWAYS[settings.kind]!.loadModule;
  return load ? [load().then((module) => ({ module }))] : [];
}
