import type { EntityManager } from 'typeorm';

/** Every rule of the stored data, by what it is about: functions of the database that return what breaks one. */
const FAULT_FUNCTIONS = {
  ledger: 'ledger_faults',
  stock: 'stock_faults',
  orders: 'order_faults',
  'test mode': 'test_mode_faults',
} as const;

export type DataPart = keyof typeof FAULT_FUNCTIONS;
export const DATA_PARTS = Object.keys(FAULT_FUNCTIONS) as DataPart[];

/** A rule that the stored data breaks, and where. */
export interface DataFault {
  broken: string;
  subject: string;
}

/** Checks every rule of a part of the stored data. It reads all of it, which takes minutes at millions of orders. */
export async function findDataFaults(manager: EntityManager, part: DataPart): Promise<DataFault[]> {
  return manager.query<DataFault[]>(`SELECT broken, subject FROM ${FAULT_FUNCTIONS[part]}()`);
}
