import type { CourierDescription } from './courier-description.js';
import { sandbox } from './sandbox/sandbox.js';

/** The kinds of courier, by their names in accounts. */
export const COURIERS: Readonly<Record<string, CourierDescription>> = { sandbox };

export const COURIER_KINDS = Object.keys(COURIERS);
