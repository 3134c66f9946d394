import type { Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { GatewayKind, SettingsOf } from '../../../platform/config/gateway-kinds.js';
import type { PaymentGateway } from '../payment-gateway.js';

/** One kind of gateway. */
export interface GatewayAdapter<Kind extends GatewayKind> {
  open: (settings: SettingsOf<Kind>, dataSource: DataSource) => PaymentGateway;
  /** The origins that the pay page may load from, for its Content-Security-Policy. */
  pageSources: PageSources;
  /** Modules with routes and jobs of its own. */
  modules: readonly Type[];
}

/** Origins by kind of resource, in addition to the page's own origin. */
export interface PageSources {
  scripts: readonly string[];
  connections: readonly string[];
  frames: readonly string[];
}
