/** The mode of a token and its orders; in test mode nothing is charged, taken from stock or shipped. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];
