import { HDFC_TO_AXIS } from './banks-hdfc-to-axis.js';
import { KOTAK_TO_PNB } from './banks-kotak-to-pnb.js';
import type { BankWriter } from './statement-writer.js';

/** The banks whose statements are known, each in its forms. */
export const BANK_WRITERS: readonly BankWriter[] = [...HDFC_TO_AXIS, ...KOTAK_TO_PNB];
