import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MissingEWayBillDto } from '../../../../api/generated/admin-types';
import { listMissingWayBillsOptions, noteWayBillMutation } from '../../../../api/generated/admin';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { column, type Column } from '../../../../shared/lists/columns';
import { ListSection } from '../../../../shared/lists/list-view';
import { DocumentLink } from '../../invoices/document-link';

const COLUMNS: readonly Column<MissingEWayBillDto>[] = [
  column.cell('Document', ({ id, number }) => <DocumentLink id={id} number={number} />),
  column.cell('Order', ({ order_number }) => (
    <Link to="/office/orders/$number" params={{ number: order_number }}>
      {order_number}
    </Link>
  )),
  column.day('Date', 'issued_on'),
  column.text('To', 'to_state'),
  column.money('Value', 'total'),
  { header: 'Number', permission: 'tax:write', cell: (row) => <NoteNumber document={row} /> },
];

/** Renders the goods that may not move without an e-way bill, and takes the numbers of the bills. */
export function EWayBills() {
  const query = useQuery(listMissingWayBillsOptions());
  return (
    <ListSection
      title="Goods without an e-way bill"
      query={query}
      columns={COLUMNS}
      empty="No goods above the value of an e-way bill lack its number."
    />
  );
}

function NoteNumber({ document: { id, number } }: { document: MissingEWayBillDto }) {
  const [value, setValue] = useState('');
  return (
    <ConfirmButton
      label="Enter number"
      aria-label={`Enter the e-way bill of ${number}`}
      title={`E-way bill of ${number}`}
      action="Save number"
      busy="Saving…"
      send={() => noteWayBillMutation().mutationFn({ path: { id }, body: { number: value } })}
    >
      <TextInput
        label="Number"
        description="Twelve digits, from the e-way bill portal"
        inputMode="numeric"
        maxLength={12}
        data-autofocus
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
    </ConfirmButton>
  );
}
