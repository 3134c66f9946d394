import type { DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { PaymentGateway } from './money/gateway/payment-gateway.js';
import { RazorpayGateway } from './money/gateway/razorpay/razorpay-gateway.js';
import type { GatewayKind, GatewaySettings, SettingsOf } from './platform/config/gateway-kinds.js';

const OPEN: {
  readonly [Kind in GatewayKind]: (
    settings: SettingsOf<Kind>,
    dataSource: DataSource,
  ) => PaymentGateway | Promise<PaymentGateway>;
} = {
  razorpay: (keys) => new RazorpayGateway(keys),
  sandbox: async (_, dataSource) => {
    const { openSandbox } = await import('./start/sandbox/sandbox-gateway.js');
    return openSandbox(dataSource);
  },
};

/** Opens the gateway that the settings select; the code of the sandbox is loaded only for it. */
export async function openGateway<Kind extends GatewayKind>(
  settings: SettingsOf<Kind>,
  dataSource: DataSource,
): Promise<PaymentGateway> {
  return OPEN[settings.kind](settings, dataSource);
}

/** Loads the modules with routes and jobs that the selected gateway adds to the application. */
export function gatewayModules(settings: GatewaySettings | null): Promise<DynamicModule>[] {
  if (settings?.kind !== 'sandbox') return [];
  const loaded = import('./start/sandbox/sandbox.module.js');
  return [loaded.then(({ SandboxModule }) => ({ module: SandboxModule }))];
}
