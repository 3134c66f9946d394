import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ProductOutcomeDto, ProductRecordDto } from '../../../api/generated/admin-types';
import { setProductsActiveMutation } from '../../../api/generated/admin';
import type { RowSelection } from '../../../shared/lists/data-table';
import { plural } from '../../../shared/format';
import { FormProblem } from '../../../shared/forms/form-problem';
import { Notice } from '../../../shared/layout/notice';
import { useRowSelection } from '../../../shared/lists/use-row-selection';
import { SetTax } from './set-tax';
import classes from './use-bulk-edit.module.css';

const OUTCOMES = {
  changed: 'was changed',
  unchanged: 'did not change',
  not_found: 'no longer exists',
};

interface BulkEdit {
  selection: RowSelection<ProductRecordDto>;
  /** Message about the products that were changed last. */
  outcome: ReactNode;
}

/** Keeps the selection of products of a page, with the buttons that change all of them in one call. */
export function useBulkEdit(rows: readonly ProductRecordDto[]): BulkEdit {
  const [outcomes, setOutcomes] = useState<readonly ProductOutcomeDto[] | null>(null);
  const queryClient = useQueryClient();
  const change = useMutation({
    ...setProductsActiveMutation(),
    onSuccess: async ({ data }) => {
      finish(data);
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
  const skus = chosen.map(({ sku }) => sku);
  const finish = (done: readonly ProductOutcomeDto[]): void => {
    setOutcomes(done);
    choose([]);
  };
  const button = (active: boolean) => (
    <Button
      size="sm"
      variant={active ? 'filled' : 'default'}
      disabled={change.isPending}
      onClick={() => change.mutate({ body: { skus, active } })}
    >
      {`${active ? 'Activate' : 'Deactivate'} ${plural(chosen.length, 'product')}`}
    </Button>
  );
  return {
    selection: selectionWith(
      <>
        {button(true)}
        {button(false)}
        <SetTax skus={skus} onSaved={finish} />
        <span className="soft small">Stores see active products only.</span>
      </>,
    ),
    outcome: (
      <>
        <FormProblem error={change.error} title="The products were not changed." />
        <div role="status">{outcomes !== null && <Outcome outcomes={outcomes} />}</div>
      </>
    ),
  };
}

function Outcome({ outcomes }: { outcomes: readonly ProductOutcomeDto[] }) {
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
