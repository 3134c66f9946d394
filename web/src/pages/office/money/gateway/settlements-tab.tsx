import type { GatewaySettlementDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewaySettlementsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Status } from '../../../../shared/status';

const COLUMNS: readonly Column<GatewaySettlementDto>[] = [
  column.code('UTR', 'utr'),
  column.time('Settled', 'settled_at'),
  { header: 'State', cell: (settlement) => <State settlement={settlement} /> },
  column.money('Not known here', 'unknown'),
  column.money('Gross', 'gross'),
  column.money('Fees', 'fees'),
  column.money('Tax', 'tax'),
  column.total('To the bank', 'amount'),
];

function State({ settlement }: { settlement: GatewaySettlementDto }) {
  const { status, booked, unknown_lines: unknown } = settlement;
  if (status === 'failed') return <Status tone="bad">Failed</Status>;
  if (unknown.length > 0) return <Status tone="bad">Lines not known here</Status>;
  return booked ? (
    <Status tone="ok">Booked</Status>
  ) : (
    <Status tone="waiting">Not booked yet</Status>
  );
}

/** Renders what the gateway paid out to the bank. */
export function SettlementsTab({ cursor }: { cursor: string | undefined }) {
  const query = usePages(listGatewaySettlementsOptions({ query: { cursor } }));
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Settlements"
      columns={COLUMNS}
      empty="The gateway has not paid out anything yet."
    />
  );
}
