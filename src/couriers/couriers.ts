import type { Settings } from '../platform/config/settings.js';
import type { CourierDescription } from './courier-description.js';
import { delhivery } from './delhivery/delhivery.js';
import { sandbox } from './sandbox/sandbox.js';
import { shiprocket } from './shiprocket/shiprocket.js';

/** The kinds of courier, by their names in accounts. */
export const COURIERS: Readonly<Record<string, CourierDescription>> = {
  delhivery,
  sandbox,
  shiprocket,
};

export const COURIER_KINDS = Object.keys(COURIERS);

/** The kinds whose labels are files of the courier. */
export const KINDS_WITH_FILES = COURIER_KINDS.filter((kind) => !COURIERS[kind]!.labelIsDrawn);

/** Returns true if a courier that carries nothing may be booked. */
export function allowsSandbox({
  isProduction,
  allowedInProduction,
}: Pick<Settings, 'isProduction' | 'allowedInProduction'>): boolean {
  return !isProduction || allowedInProduction.includes('sandbox');
}
