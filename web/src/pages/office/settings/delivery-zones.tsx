import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listDeliveryZonesOptions,
  replaceDeliveryZonesMutation,
} from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { EmptyState } from '../../../shared/layout/empty-state';
import { FileField } from '../../../shared/forms/file-field';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { Loaded } from '../../../shared/layout/loaded';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { NumberField } from '../../../shared/text-fields';
import classes from './delivery-zones.module.css';
import { useUploadColumns } from '../../../table-file/use-upload-columns';
import { readZones, ZONE_COLUMNS, ZONE_FIELDS } from './read-zones';
import { Served } from './served';
import { rowsOf, zoneOf, zoneRow, zonesFile, type ZoneRow } from './zone-file';

const PROBLEMS_SHOWN = 10;
const NEW_ZONE = { country: 'India', prefix: '', surcharge: '', serviceable: true };

/** Renders surcharges and refusals by country and pincode: a table to edit, and the same as a file. */
export function DeliveryZones() {
  const query = useQuery(listDeliveryZonesOptions());
  const stored = query.data?.data;
  const [edited, setEdited] = useState<ZoneRow[] | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const mayWrite = useMay('plans:write');
  const queryClient = useQueryClient();
  const save = useMutation({
    ...replaceDeliveryZonesMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      setEdited(null);
      setProblems([]);
    },
  });
  const rows = edited ?? rowsOf(stored ?? []);
  const change = (row: ZoneRow): void =>
    setEdited(rows.map((each) => (each.key === row.key ? row : each)));
  const upload = useUploadColumns('zones', ZONE_FIELDS, ({ rows: cells, found, unreadable }) => {
    const read = readZones(cells, found);
    if (unreadable !== null) setProblems([unreadable]);
    // The choice of columns says it.
    else setProblems(found.problem === null ? read.problems : []);
    if (unreadable === null && read.problems.length === 0) setEdited(read.zones.map(zoneRow));
  });
  return (
    <SectionCard title="Delivery zones" aside={<ZonesFile rows={rows} />}>
      {stored !== undefined && (
        <Served rows={rows} isEdited={edited !== null} onChange={mayWrite ? setEdited : null} />
      )}
      <p className="soft small">
        The zone with the longest matching pincode counts; “*” stands for all countries without a
        zone, India included. Saved changes apply to new orders.
      </p>
      <Loaded query={query} what="The delivery zones" rows={3} />
      <ZoneProblems error={save.error} problems={problems} />
      {upload.view}
      {stored !== undefined && rows.length === 0 && (
        <EmptyState>
          There are no zones. Delivery costs only the products’ delivery charges. Choose where you
          deliver, add a zone, or import them from a file.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable
          caption="Delivery zones"
          columns={
            mayWrite
              ? editColumns(change, (key) => setEdited(rows.filter((r) => r.key !== key)))
              : COLUMNS
          }
          rows={rows}
          rowKey={({ key }) => key}
        />
      )}
      {mayWrite && (
        <ZoneTools
          count={edited === null ? null : rows.length}
          isBusy={save.isPending}
          onAdd={() => setEdited([...rows, zoneRow(NEW_ZONE)])}
          onSave={() => save.mutate({ body: { zones: rows.map(zoneOf) } })}
          onDiscard={() => setEdited(null)}
          onFile={upload.take}
        />
      )}
    </SectionCard>
  );
}

/** Renders the reasons why zones were not saved or a file was not imported. */
function ZoneProblems({ error, problems }: { error: unknown; problems: readonly string[] }) {
  return (
    <>
      <ProblemNotice error={error} title="The zones were not saved." />
      {problems.length > 0 && (
        <Notice tone="bad" title="The file was not imported." isAlert>
          {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

interface ZoneToolsProps {
  /** Number of zones to save; null without changes. */
  count: number | null;
  isBusy: boolean;
  onAdd: () => void;
  onSave: () => void;
  onDiscard: () => void;
  onFile: (file: File) => void;
}

function ZoneTools({ count, isBusy, onAdd, onSave, onDiscard, onFile }: ZoneToolsProps) {
  return (
    <div className={classes.tools}>
      <div className="actions">
        <Button variant="default" size="sm" onClick={onAdd}>
          Add zone
        </Button>
        {count !== null && (
          <>
            <Button size="sm" loading={isBusy} onClick={onSave}>
              Save {plural(count, 'zone')}
            </Button>
            <Button variant="default" size="sm" disabled={isBusy} onClick={onDiscard}>
              Discard changes
            </Button>
          </>
        )}
      </div>
      <FileField
        label="Import zones from a file"
        description={`A CSV or Excel file with the columns ${ZONE_COLUMNS.join(', ')}. It replaces the table above and applies once you save.`}
        accept=".csv,.txt,.xlsx,text/csv"
        onFile={onFile}
      />
    </div>
  );
}

const COLUMNS: readonly Column<ZoneRow>[] = [
  column.text('Country', 'country'),
  column.cell('Pincodes', ({ prefix }) => (prefix === '' ? 'All' : `${prefix}…`)),
  column.number('Surcharge', ({ serviceable, surcharge }) =>
    serviceable ? surcharge : 'Not delivered',
  ),
];

function editColumns(
  change: (row: ZoneRow) => void,
  remove: (key: number) => void,
): Column<ZoneRow>[] {
  return [
    column.cell('Country', (row) => (
      <TextInput
        aria-label={`Country of zone ${nameOf(row)}`}
        value={row.country}
        onChange={({ currentTarget }) => change({ ...row, country: currentTarget.value })}
      />
    )),
    column.cell('Pincodes begin with', (row) => (
      <TextInput
        aria-label={`Pincodes of zone ${nameOf(row)}`}
        placeholder="All"
        value={row.prefix}
        onChange={({ currentTarget }) => change({ ...row, prefix: currentTarget.value })}
      />
    )),
    column.cell('Surcharge', (row) => (
      <NumberField
        aria-label={`Surcharge of zone ${nameOf(row)}`}
        placeholder="0.00"
        disabled={!row.serviceable}
        value={row.surcharge}
        onChange={({ currentTarget }) => change({ ...row, surcharge: currentTarget.value })}
      />
    )),
    column.cell('Delivered', (row) => (
      <label className={classes.check}>
        <input
          type="checkbox"
          aria-label={`Orders to zone ${nameOf(row)} are delivered`}
          checked={row.serviceable}
          onChange={({ currentTarget }) => change({ ...row, serviceable: currentTarget.checked })}
        />
      </label>
    )),
    column.cell('Actions', (row) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Remove zone ${nameOf(row)}`}
        onClick={() => remove(row.key)}
      >
        Remove
      </Button>
    )),
  ];
}

function nameOf({ country, prefix }: ZoneRow): string {
  return `${country} ${prefix}`.trim();
}

function ZonesFile({ rows }: { rows: readonly ZoneRow[] }) {
  return (
    <Button
      component="a"
      href={zonesFile(rows)}
      download="delivery-zones.csv"
      variant="default"
      size="compact-sm"
    >
      Download CSV
    </Button>
  );
}
