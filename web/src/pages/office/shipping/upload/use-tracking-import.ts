import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { importShipmentsMutation } from '../../../../api/generated/admin';
import { capitalized } from '../../../../../../src/platform/table-export/name-words.ts';
import { withoutCodes } from '../../../../api/field-messages';
import { cellOf, importFileOf, partsOf, type TrackingFile } from './tracking-file';

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
}

/** Result of an upload, or of its dry run. */
export interface TrackingReport {
  isDryRun: boolean;
  rows: readonly RowResult[];
  created: number;
  unchanged: number;
}

interface Sending {
  mapped: MappedFile;
  isDryRun: boolean;
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
    mutationFn: async ({ mapped, isDryRun }: Sending): Promise<TrackingReport> => {
      const { file, courier } = mapped;
      const columns = file.positions;
      const report = { isDryRun, rows: [] as RowResult[], created: 0, unchanged: 0 };
      setDone(0);
      for (const part of partsOf(file.rows, columns, ROWS_AT_ONCE)) {
        const { data } = await mutationFn({
          query: isDryRun ? { dry_run: 'true' } : {},
          body: importFileOf(part, columns, courier),
        });
        report.created += data.created;
        report.unchanged += data.unchanged;
        const warnings = new Map((data.warnings ?? []).map((warning) => [warning.line, warning]));
        const problems = new Map(data.problems.map((problem) => [problem.line, problem]));
        for (const [index, row] of part.entries()) {
          // The first line of the part is its header.
          const found = problems.get(index + 2);
          const warned = warnings.get(index + 2);
          report.rows.push({
            ...row,
            order: cellOf(row, columns, 'order_number'),
            trackingNumber: cellOf(row, columns, 'tracking_number'),
            problem: found === undefined ? null : inWords(found),
            warning: warned === undefined ? null : sentence(warned.warning),
          });
        }
        setDone(report.rows.length);
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
