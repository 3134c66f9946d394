// No imports: the web application uses this file too.

/** Papers of packing slips: one, two or four on an A4 page, or a label of 100 × 150 mm each. */
export const PAPERS = ['a4', 'a4x2', 'a4x4', '100x150'] as const;
export type Paper = (typeof PAPERS)[number];

/** Whom packing slips name as the sender. A customer may know its store only. */
export const SENDERS = ['client', 'wholesaler'] as const;
export type SenderKind = (typeof SENDERS)[number];
