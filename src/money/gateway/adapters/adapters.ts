import type { Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type {
  GatewayKind,
  GatewaySettings,
  SettingsOf,
} from '../../../platform/config/gateway-kinds.js';
import type { PaymentGateway } from '../payment-gateway.js';
import type { GatewayAdapter, PageSources } from './gateway-adapter.js';
import { RAZORPAY } from '../razorpay/razorpay.adapter.js';
import { SANDBOX } from '../sandbox/sandbox.adapter.js';

const ADAPTERS: { readonly [Kind in GatewayKind]: GatewayAdapter<Kind> } = {
  razorpay: RAZORPAY,
  sandbox: SANDBOX,
};

/** Makes the gateway that the settings select. */
export function openGateway<Kind extends GatewayKind>(
  settings: SettingsOf<Kind>,
  dataSource: DataSource,
): PaymentGateway {
  return ADAPTERS[settings.kind].open(settings, dataSource);
}

/** Lists the modules that the selected gateway adds to the application. */
export function gatewayModules(settings: GatewaySettings | null): readonly Type[] {
  return settings === null ? [] : ADAPTERS[settings.kind].modules;
}

/** Lists the origins from which the pay page may load the checkout. */
export function checkoutSources(kind: GatewayKind): PageSources {
  return ADAPTERS[kind].pageSources;
}
