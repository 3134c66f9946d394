import type { DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import * as z from 'zod';
import type { GatewaySettings } from '../../platform/config/settings.js';
import { optional, secret } from '../../platform/config/variables.js';
import type { GatewayDescription, PaymentGateway } from './payment-gateway.js';
import { razorpay } from './razorpay/razorpay.js';
import { sandbox } from './sandbox/sandbox.js';

/** The kinds of payment gateway, by their names in GATEWAY. The pages have an entry for each in `web/src/payments/gateways.ts`. */
export const GATEWAYS: Readonly<Record<string, GatewayDescription>> = { sandbox, razorpay };

export const GATEWAY_KINDS = Object.keys(GATEWAYS);

const KEY = z
  .string()
  .regex(
    /^[\x21-\x7e]{8,}$/,
    'at least 8 printable ASCII characters without spaces, from the dashboard of the gateway',
  );

/** GATEWAY, and the keys of every kind. */
export const GATEWAY_SETTINGS = z
  .object({
    kind: optional('GATEWAY', z.enum([...GATEWAY_KINDS, 'none'])),
    keys: z.object(
      Object.fromEntries(
        Object.values(GATEWAYS).flatMap(({ variables }) =>
          variables.map((name) => [name, secret(name, KEY)]),
        ),
      ),
    ),
  })
  .superRefine(
    ({ kind, keys }, context) => {
      for (const [owner, { variables }] of Object.entries(GATEWAYS)) {
        const held = variables.find((name) => keys[name] !== null);
        if (kind === null && held !== undefined) {
          context.addIssue(`GATEWAY is not set: with ${held}, expected ${owner}`);
        }
        const missing = variables.filter((name) => keys[name] === null);
        if (kind === owner && missing.length > 0) {
          const names = new Intl.ListFormat('en').format(missing);
          const verb = missing.length > 1 ? 'are' : 'is';
          context.addIssue(
            `${names} ${verb} not set: GATEWAY=${kind} needs all of ${variables.join(', ')}`,
          );
        }
      }
    },
    { when: () => true },
  );

/** Makes the settings of the gateway. Without GATEWAY: the sandbox for a trial, otherwise null. */
export function selectGateway(
  { kind, keys }: z.output<typeof GATEWAY_SETTINGS>,
  isTrial: boolean,
): GatewaySettings | null {
  const selected = kind ?? (isTrial ? 'sandbox' : 'none');
  const variables = GATEWAYS[selected]?.variables;
  if (variables === undefined) return null;
  return { kind: selected, keys: Object.fromEntries(variables.map((name) => [name, keys[name]!])) };
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
