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
  orders: 'order_faults',
  documents: 'tax_document_faults',
  'test mode': 'test_mode_faults',
  feeds: 'feed_faults',
} as const;

export type DataPart = keyof typeof FAULT_FUNCTIONS;
export const DATA_PARTS = Object.keys(FAULT_FUNCTIONS) as DataPart[];

/** A broken rule and its place in the stored data. */
export interface DataFault {
  broken: string;
  subject: string;
}

/**
 * Checks every rule of some parts of the stored data, one part after the other. It reads all data, which takes minutes
 * with millions of orders.
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
    const sql = `SELECT broken, subject FROM ${FAULT_FUNCTIONS[part]}()`;
    found.push(...(await manager.query<DataFault[]>(sql)));
    report(index + 1);
  }
  return found;
}
