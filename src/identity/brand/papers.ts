// No imports: the web application uses this file too.

/** Papers of packing slips: one, two or four on an A4 page, or a label of 100 × 150 mm each. */
export const PAPERS = ['a4', 'a4x2', 'a4x4', '100x150'] as const;
export type Paper = (typeof PAPERS)[number];

/** Papers that the label of a courier fits on: its bars cannot be made smaller. */
export const LABEL_PAPERS = ['100x150', 'a4x4'] as const satisfies readonly Paper[];
export type LabelPaper = (typeof LABEL_PAPERS)[number];

/** Whom packing slips name as the sender. A customer may know its store only. */
export const SENDERS = ['client', 'wholesaler'] as const;
export type SenderKind = (typeof SENDERS)[number];
