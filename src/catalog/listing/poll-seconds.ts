/** Seconds after which stores should ask for stock, or a list with stock, again. */
export const STOCK_POLL_SECONDS = 15 * 60;

/** The poll interval of the change feed for a store that has read all changes. */
export const CHANGES_POLL_SECONDS = 60;
