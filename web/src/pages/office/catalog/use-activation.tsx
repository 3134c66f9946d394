import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProductRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { setProductsActiveMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { problemOf } from '../../../api/problem';
import type { RowSelection } from '../../../shared/lists/data-table';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { useRowSelection } from '../../../shared/lists/use-row-selection';
import classes from './use-activation.module.css';

const OUTCOMES = {
  changed: 'was changed',
  unchanged: 'did not change',
  not_found: 'no longer exists',
};

interface Activation {
  selection: RowSelection<ProductRecordDto>;
  /** Message about the products that were changed last. */
  outcome: ReactNode;
}

/** Returns the selection of products of a page, with the buttons that activate or deactivate them in one call. */
export function useActivation(rows: readonly ProductRecordDto[]): Activation {
  const queryClient = useQueryClient();
  const change = useMutation({
    ...setProductsActiveMutation(),
    onSuccess: async () => {
      choose([]);
      await queryClient.invalidateQueries();
    },
  });
  const { chosen, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ sku }) => sku,
    label: ({ name }) => `Select ${name}`,
    allLabel: 'Select all products on this page',
    filter: rows.map(({ sku }) => sku).join(),
    isLocked: change.isPending,
  });
  const button = (active: boolean) => (
    <Button
      size="sm"
      variant={active ? 'filled' : 'default'}
      disabled={change.isPending}
      onClick={() => change.mutate({ body: { skus: chosen.map(({ sku }) => sku), active } })}
    >
      {`${active ? 'Activate' : 'Deactivate'} ${plural(chosen.length, 'product')}`}
    </Button>
  );
  return {
    selection: selectionWith(
      <div className={classes.bar}>
        {button(true)}
        {button(false)}
        <span className={classes.effect}>Stores see active products only.</span>
      </div>,
    ),
    outcome: (
      <div role="status">
        {change.error !== null && (
          <Notice tone="bad" title="The products were not changed.">
            {problemOf(change.error).message}
          </Notice>
        )}
        {change.data !== undefined && <Outcome outcomes={change.data.data} />}
      </div>
    ),
  };
}

function Outcome({
  outcomes,
}: {
  outcomes: readonly { sku: string; outcome: keyof typeof OUTCOMES }[];
}) {
  const others = outcomes.filter(({ outcome }) => outcome !== 'changed');
  return (
    <div className={classes.outcome}>
      <Notice
        tone={others.some(({ outcome }) => outcome === 'not_found') ? 'waiting' : 'ok'}
        title={`Changed ${plural(outcomes.length - others.length, 'product')}.`}
      >
        {others.map(({ sku, outcome }) => (
          <p key={sku}>{`${sku} ${OUTCOMES[outcome]}.`}</p>
        ))}
      </Notice>
    </div>
  );
}
