import { Baseline1796130000000 } from './migrations/1796130000000-baseline.js';

// Until 2.0.0: 1.5.0 reads orders.changed_xid (with the function current_xid), and sends p_key_hours to place_orders.
// Until 2.0.0: no release since 1.5.0 uses the table clock_state, pruned_start_xid of change_log_state, and the types stock_need and
// locked_level. Upgraded databases also have functions that only 1.4.0 and older call, such as find_duplicate_orders.

/** Every migration, by its timestamp. */
export const MIGRATIONS = [Baseline1796130000000];
