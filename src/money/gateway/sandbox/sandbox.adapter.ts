import type { GatewayAdapter } from '../adapters/gateway-adapter.js';
import { SandboxAccountRepository } from './sandbox-account.repository.js';
import { SandboxGateway } from './sandbox-gateway.js';
import { SandboxModule } from './sandbox.module.js';
import { SandboxRepository } from './sandbox.repository.js';

export const SANDBOX: GatewayAdapter<'sandbox'> = {
  open: (_, dataSource) =>
    new SandboxGateway(dataSource, new SandboxRepository(), new SandboxAccountRepository()),
  pageSources: { scripts: [], connections: [], frames: ["'self'"] },
  modules: [SandboxModule],
};
