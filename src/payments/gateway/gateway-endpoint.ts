import type { AddressInfo } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import type { GatewaySettings } from '../../platform/config/settings.js';
import { Gateway, type GatewayEndpoint } from './gateway.js';
import { GatewayUnknown } from './gateway-errors.js';

/** Nest's injection token of the {@link Gateway}; null where there is no gateway. */
export const GATEWAY = Symbol('gateway');

/** The keys by which the sandbox knows this service. They protect nothing: the sandbox moves no money. */
export const SANDBOX_KEYS = {
  keyId: 'rzp_sandbox',
  keySecret: 'key-secret-of-the-sandbox',
  webhookSecret: 'webhook-secret-of-the-sandbox',
} as const;

/** The origins that the pay page may load Razorpay's checkout from. */
const RAZORPAY_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

/** Returns the gateway of the settings. */
export function openGateway(
  settings: GatewaySettings | null,
  host: HttpAdapterHost,
): Gateway | null {
  return settings && new Gateway(endpointOf(settings, () => ownAddress(host)));
}

/** Where this process reaches itself. @throws GatewayUnknown while it does not listen */
export function ownAddress({ httpAdapter }: HttpAdapterHost): string {
  const server = httpAdapter?.getHttpServer() as { address(): AddressInfo | null } | undefined;
  const port = server?.address()?.port;
  if (port === undefined) throw new GatewayUnknown('the service does not listen');
  return `http://127.0.0.1:${port}`;
}

function endpointOf(settings: GatewaySettings, ownUrl: () => string): GatewayEndpoint {
  if (settings.kind === 'sandbox') {
    return {
      kind: 'sandbox',
      baseUrl: () => `${ownUrl()}/sandbox/v1`,
      ...SANDBOX_KEYS,
      scriptUrl: '/sandbox/checkout.js',
    };
  }
  return {
    ...settings,
    baseUrl: () => 'https://api.razorpay.com/v1',
    scriptUrl: RAZORPAY_SCRIPT,
  };
}
