import type { EntityManager } from 'typeorm';

/** Database functions that return violations of the rules of the stored data, by subject. */
export const FAULT_FUNCTIONS = {
  ledger: 'ledger_faults',
  seals: 'seal_faults',
  'audit log': 'audit_faults',
  settings: 'setting_faults',
  payments: 'payment_faults',
  approvals: 'approval_faults',
  'bank accounts': 'bank_faults',
  stock: 'stock_faults',
  photos: 'photo_faults',
  orders: 'order_faults',
  deliveries: 'delivery_faults',
  documents: 'tax_document_faults',
  bookings: 'booking_faults',
  'test mode': 'test_mode_faults',
  feeds: 'feed_faults',
} as const;

export type DataPart = keyof typeof FAULT_FUNCTIONS;
export const DATA_PARTS = Object.keys(FAULT_FUNCTIONS) as DataPart[];

/** Maximum number of places that are named for each broken rule. */
const SUBJECTS_MAX = 100;

/** A broken rule, how often it is broken, and the first places in the stored data. */
export interface DataFault {
  broken: string;
  count: number;
  subjects: string[];
}

/**
 * Checks every rule of some parts of the stored data, which takes minutes with millions of orders. One cause often breaks a
 * rule in every row, so PostgreSQL counts the faults and returns some places for each rule.
 *
 * @param report receives the number of checked parts
 */
export async function findDataFaults(
  manager: EntityManager,
  parts: readonly DataPart[] = DATA_PARTS,
  report: (count: number) => void = () => undefined,
): Promise<DataFault[]> {
  const found: DataFault[] = [];
  for (const [index, part] of parts.entries()) {
    const sql = `SELECT broken, count(*)::integer AS count,
        array_agg(subject ORDER BY nth) FILTER (WHERE nth <= ${SUBJECTS_MAX}) AS subjects
      FROM (
        SELECT broken, subject, place, row_number() OVER (PARTITION BY broken ORDER BY place) AS nth
        FROM ${FAULT_FUNCTIONS[part]}() WITH ORDINALITY AS fault (broken, subject, place)
      ) fault GROUP BY broken ORDER BY min(place)`;
    found.push(...(await manager.query<DataFault[]>(sql)));
    report(index + 1);
  }
  return found;
}
