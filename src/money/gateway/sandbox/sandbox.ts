import type { GatewayDescription } from '../payment-gateway.js';

/** The built-in gateway. Its code is loaded only if GATEWAY is `sandbox`. */
export const sandbox: GatewayDescription<never> = {
  variables: [],
  noticeSecret: null,
  open: async (_, dataSource) => {
    const { openSandbox } = await import('./sandbox-gateway.js');
    return openSandbox(dataSource);
  },
  loadModule: async () => (await import('./sandbox.module.js')).SandboxModule,
};
