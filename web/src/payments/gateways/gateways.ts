import type { GatewayKind } from '../../../../src/platform/config/gateway-kinds.ts';
import type { BrowserGateway } from './browser-gateway';
import { razorpay } from './razorpay';
import { sandbox } from './sandbox';

export const GATEWAYS: Readonly<Record<GatewayKind, BrowserGateway>> = { razorpay, sandbox };

/** The service's gateway, whose kind the service writes into the page; null: no gateway. */
export const CURRENT_GATEWAY = ((): BrowserGateway | null => {
  const kind = document.querySelector<HTMLMetaElement>('meta[name=gateway]')?.content ?? 'none';
  return Object.hasOwn(GATEWAYS, kind) ? GATEWAYS[kind as GatewayKind] : null;
})();
