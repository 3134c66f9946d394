/** When another look at stock, or at the list that tells of it, is worth it. */
export const STOCK_POLL_SECONDS = 15 * 60;

/** When it is worth it to ask for changes again, once all were told: one small request brings them all. */
export const CHANGES_POLL_SECONDS = 60;
