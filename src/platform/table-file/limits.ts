/** Maximum sizes of a file. */
export interface TableLimits {
  rows: number;
  columns: number;
  /** Maximum characters of a cell. */
  cellLength: number;
  /** Maximum bytes of a workbook's XML files after decompression. */
  unzippedBytes: number;
}

/** No limits, for a file that a person reads in their own browser. */
export const UNLIMITED: TableLimits = {
  rows: Infinity,
  columns: Infinity,
  cellLength: Infinity,
  unzippedBytes: Infinity,
};

/** A file that cannot be read; the message says what to do. */
export class UnreadableFile extends Error {}
