import { Button, NativeSelect, type ButtonProps } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Paper } from '../../../../../src/identity/brand/papers.ts';
import { getBrandOptions, putSlipPaperMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { plural } from '../../../shared/format';
import { Icon } from '../../../shared/icon';

/** Orders of one print. */
const PRINTED_MAX = 200;

const PAPERS: readonly { value: Paper; label: string }[] = [
  { value: 'a4', label: 'Slips on A4' },
  { value: 'a4x2', label: 'Two slips on A4' },
  { value: 'a4x4', label: 'Four slips on A4' },
  { value: '100x150', label: 'Labels 100 × 150 mm' },
];

interface PrintLinkProps extends Omit<ButtonProps, 'children'> {
  path: string;
  query: Record<string, string>;
  /** Numbers of the orders, as they are printed. */
  numbers: readonly string[];
  label: string;
}

/** Renders a link to a PDF of orders. */
function PrintLink({ path, query, numbers, label, ...button }: PrintLinkProps) {
  const look = { leftSection: <Icon name="print" size={16} />, ...button };
  if (numbers.length === 0) {
    return (
      <Button {...look} disabled>
        {label}
      </Button>
    );
  }
  const orders = numbers.slice(0, PRINTED_MAX).join();
  const parameters = new URLSearchParams({ orders, ...query }).toString();
  return (
    <Button
      component="a"
      href={`/admin/${path}?${parameters}`}
      target="_blank"
      rel="noreferrer"
      {...look}
    >
      {label}
    </Button>
  );
}

interface PrintProps extends Omit<ButtonProps, 'children'> {
  numbers: readonly string[];
}

/** Renders a link to the packing slips of orders, the first 200 at most, and the choice of their paper. */
export function PrintSlips({ numbers, ...button }: PrintProps) {
  const { paper, field } = usePaper();
  const label =
    numbers.length > PRINTED_MAX
      ? `Print the first ${PRINTED_MAX} packing slips`
      : `Print ${plural(numbers.length, 'packing slip')}`;
  return (
    <>
      {field}
      <PrintLink
        path="slips"
        query={{ paper }}
        numbers={numbers}
        label={label}
        variant="default"
        {...button}
      />
    </>
  );
}

interface PrintPickListProps extends PrintProps {
  by: 'order' | 'shelf';
}

/** Renders a link to the pick list of orders, the first 200 at most. */
export function PrintPickList({ numbers, by, ...button }: PrintPickListProps) {
  const label =
    numbers.length > PRINTED_MAX
      ? `Print pick list of the first ${PRINTED_MAX}`
      : 'Print pick list';
  return (
    <PrintLink
      path="orders/pick-list/pdf"
      query={{ by }}
      numbers={numbers}
      label={label}
      {...button}
    />
  );
}

/** Provides the paper of packing slips, and its choice, which is kept for everybody. */
export function usePaper() {
  const queryClient = useQueryClient();
  const brand = useQuery(getBrandOptions()).data?.data;
  const mayChoose = useMay('orders:ship');
  const choose = useMutation({
    ...putSlipPaperMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getBrandOptions().queryKey }),
  });
  const paper = choose.variables?.body.paper ?? brand?.slip_paper ?? 'a4';
  const field = mayChoose && (
    <NativeSelect
      aria-label="Paper of packing slips"
      size="sm"
      data={PAPERS}
      value={paper}
      onChange={(event) => choose.mutate({ body: { paper: event.currentTarget.value as Paper } })}
    />
  );
  return { paper, field };
}
