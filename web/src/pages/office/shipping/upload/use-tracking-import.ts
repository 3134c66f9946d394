import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { importShipmentsMutation } from '../../../../api/generated/admin';
import type { UninvoicedOrderDto } from '../../../../api/generated/admin-types';
import { capitalized } from '../../../../../../src/platform/table-export/name-words.ts';
import { withoutCodes } from '../../../../api/field-messages';
import {
  cellOf,
  importFileOf,
  partsOf,
  type TrackingFile,
  type TrackingRow,
} from './tracking-file';

/** Maximum rows per call. Several calls let the page show its progress. */
const ROWS_AT_ONCE = 25;

/** A file, and the courier of its rows. */
export interface MappedFile {
  file: TrackingFile;
  /** Courier of rows without a courier. */
  courier: string;
}

/** Result of a row, or of its dry run. */
export interface RowResult {
  line: number;
  order: string;
  trackingNumber: string;
  cells: readonly string[];
  /** null: the row is valid. */
  problem: string | null;
  /** Doubt about a row that is valid. */
  warning: string | null;
  /** The row is valid, but has the tracking number of an order that goes to another address. */
  isElsewhere: boolean;
}

/** Result of an upload, or of its dry run. */
export interface TrackingReport {
  isDryRun: boolean;
  rows: readonly RowResult[];
  created: number;
  unchanged: number;
  /** Shipments that have a warning, and may be in one box with the other order. */
  doubtful: number;
  /** Orders that are shipped without an invoice. */
  withoutInvoice: readonly UninvoicedOrderDto[];
}

interface Sending {
  mapped: MappedFile;
  isDryRun: boolean;
  /** Rows that are not shipped. */
  leftOut?: readonly RowResult[];
}

interface TrackingImport {
  work: UseMutationResult<TrackingReport, Error, Sending>;
  /** Number of rows sent so far. */
  done: number;
}

/** Sends a file to the import part by part. A part that was sent before changes nothing when it is sent again. */
export function useTrackingImport(): TrackingImport {
  const queryClient = useQueryClient();
  const { mutationFn } = importShipmentsMutation();
  const [done, setDone] = useState(0);
  const work = useMutation({
    mutationFn: async ({ mapped, isDryRun, leftOut = [] }: Sending): Promise<TrackingReport> => {
      const { file, courier } = mapped;
      const columns = file.positions;
      const shipmentOf = (row: TrackingRow): string =>
        `${cellOf(row, columns, 'order_number')} ${cellOf(row, columns, 'tracking_number')}`.toUpperCase();
      const report = {
        isDryRun,
        rows: leftOut.map((row) => ({ ...row, problem: row.problem ?? row.warning })),
        created: 0,
        unchanged: 0,
        doubtful: 0,
        withoutInvoice: [] as UninvoicedOrderDto[],
      };
      const lines = new Set(leftOut.map(({ line }) => line));
      const sent = file.rows.filter(({ line }) => !lines.has(line));
      setDone(0);
      for (const part of partsOf(sent, columns, ROWS_AT_ONCE)) {
        const { data } = await mutationFn({
          query: isDryRun ? { dry_run: 'true' } : {},
          body: importFileOf(part, columns, courier),
        });
        // The first line of the part is its header. A warning names the first row of its shipment.
        const warnings = new Map(
          data.warnings?.map((warning) => [shipmentOf(part[warning.line - 2]!), warning]),
        );
        const elsewhere = data.warnings?.filter((warning) => warning.elsewhere === true) ?? [];
        report.created += data.created - (isDryRun ? elsewhere.length : 0);
        report.unchanged += data.unchanged;
        report.doubtful += (data.warnings?.length ?? 0) - elsewhere.length;
        report.withoutInvoice.push(...(data.without_invoice ?? []));
        const problems = new Map(data.problems.map((problem) => [problem.line, problem]));
        for (const [index, row] of part.entries()) {
          const found = problems.get(index + 2);
          const warning = warnings.get(shipmentOf(row));
          const isElsewhere = isDryRun && warning?.elsewhere === true;
          const doubt = warning === undefined ? null : sentence(warning.warning);
          report.rows.push({
            ...row,
            order: cellOf(row, columns, 'order_number'),
            trackingNumber: cellOf(row, columns, 'tracking_number'),
            problem: found !== undefined ? inWords(found) : isElsewhere ? doubt : null,
            warning: doubt,
            isElsewhere,
          });
        }
        setDone(report.rows.length - leftOut.length);
      }
      return report;
    },
    onSuccess: async ({ isDryRun }) => {
      if (!isDryRun) await queryClient.invalidateQueries();
    },
  });
  return { work, done };
}

/** Writes a problem as a sentence: "courier", "is required" → "Courier is required". */
function inWords({ column, problem }: { column: string | null; problem: string }): string {
  return sentence(column === null ? problem : `${column.replaceAll('_', ' ')} ${problem}`);
}

function sentence(text: string): string {
  return withoutCodes(capitalized(text));
}
