import { COURIER_ROWS } from './couriers.js';
import { FIGURE_ROWS } from './figures.js';
import { FILE_ROWS } from './files.js';
import { ORDER_ROWS } from './orders.js';
import { READ_ROWS } from './reads.js';
import { RECEIPT_ROWS } from './receipts.js';
import { SHIPMENT_ROWS } from './shipments.js';
import { WAITING_ROWS } from './waiting.js';

/** Every row, in the order in which they are measured. */
export const ROWS = [
  ...READ_ROWS,
  ...ORDER_ROWS,
  ...RECEIPT_ROWS,
  ...SHIPMENT_ROWS,
  ...COURIER_ROWS,
  ...FIGURE_ROWS,
  ...FILE_ROWS,
  ...WAITING_ROWS,
];
