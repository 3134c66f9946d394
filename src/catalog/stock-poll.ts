/** When another look at stock, or at the list that tells of it, is worth it. */
export const STOCK_POLL_SECONDS = 15 * 60;
