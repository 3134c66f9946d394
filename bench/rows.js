import { FIGURE_ROWS } from './rows-of-figures.js';
import { LIST_ROWS } from './rows-of-lists.js';
import { ORDER_ROWS } from './rows-of-orders.js';
import { READ_ROWS } from './rows-of-reads.js';

/** Every row, in the order in which they are measured. */
export const ROWS = [...READ_ROWS, ...LIST_ROWS, ...ORDER_ROWS, ...FIGURE_ROWS];
