/** When another look at stock, or at the list that tells of it, is worth it. */
export const STOCK_POLL_SECONDS = 15 * 60;

/** The poll interval of the change feed for a store that has read all changes. */
export const CHANGES_POLL_SECONDS = 60;
