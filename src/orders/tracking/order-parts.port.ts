/** Parts of an order that `include` adds, in the order of their keys. */
export const ORDER_PARTS = ['shipments', 'returns', 'refunds', 'documents', 'details'] as const;
export type OrderPart = (typeof ORDER_PARTS)[number];

/** The parts to show. `address` is that of the service as the caller reached it. */
export interface Included {
  parts: readonly OrderPart[];
  address: string;
}

/** Makes the keys of an order that the included parts add, apart from `shipments`. */
export type FurtherKeys = (included: Included) => object;

/** What feature modules know about orders: every part but the shipments. */
export abstract class OrderPartsPort {
  /** Selects it for the orders of `found (id, n)` as JSON: an SQL expression, so that all of an order is of one snapshot. */
  abstract readonly sql: string;

  /** Reads what {@link sql} selected, by the id of the order. */
  abstract read(json: readonly object[]): Map<number, FurtherKeys>;
}
