import type { GatewaySettlementDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewaySettlementsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import type { Column } from '../../../../shared/lists/data-table';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { Status } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';

const COLUMNS: readonly Column<GatewaySettlementDto>[] = [
  { header: 'UTR', cell: ({ utr }) => <span className="mono">{utr ?? '–'}</span> },
  { header: 'Settled', cell: ({ settled_at }) => <RelativeTime at={settled_at} /> },
  { header: 'State', cell: (settlement) => <State settlement={settlement} /> },
  { header: 'Not known here', isNumber: true, cell: ({ unknown }) => <Money amount={unknown} /> },
  { header: 'Gross', isNumber: true, cell: ({ gross }) => <Money amount={gross} /> },
  { header: 'Fees', isNumber: true, cell: ({ fees }) => <Money amount={fees} /> },
  { header: 'Tax', isNumber: true, cell: ({ tax }) => <Money amount={tax} /> },
  { header: 'To the bank', isNumber: true, cell: ({ amount }) => <Money amount={amount} strong /> },
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
