/** Ways in which a client supplies from a special economic zone: with payment of IGST, or without under a letter of undertaking. */
export const SEZ_KINDS = ['with_payment', 'without_payment'] as const;
export type Sez = (typeof SEZ_KINDS)[number];
