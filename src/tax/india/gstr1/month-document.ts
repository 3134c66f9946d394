import type { DocumentContent } from '../../documents/document-content.js';

/** Place of a document in its series. */
interface Numbered {
  /** Series within the financial year, such as WS-2627. */
  series: string;
  /** Number within the series, from 1. */
  position: number;
  /** The printed number: WS-2627-000001. */
  number: string;
  /** Day in India, YYYY-MM-DD. */
  issuedOn: string;
}

export interface IssuedDocument extends Numbered {
  id: number;
  kind: DocumentContent['kind'];
  content: DocumentContent;
  /** Totals of the invoices that a credit note refers to, in minor units, by number. */
  creditedTotals: ReadonlyMap<string, number>;
}

/** A number that was printed before a restore and is not used again. */
export interface CanceledNumber extends Numbered {
  kind: 'canceled';
  seriesKind: DocumentContent['kind'];
}

/** A document that a month's return reports. */
export type MonthDocument = IssuedDocument | CanceledNumber;
