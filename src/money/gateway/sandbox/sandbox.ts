import type { GatewayDescription } from '../payment-gateway.js';

/** The built-in gateway, whose code is loaded only where GATEWAY is `sandbox`. */
export const sandbox: GatewayDescription<never> = {
  variables: [],
  noticeSecret: null,
  open: async (_, dataSource) => {
    const { openSandbox } = await import('./sandbox-gateway.js');
    return openSandbox(dataSource);
  },
  loadModule: async () => (await import('./sandbox.module.js')).SandboxModule,
};
