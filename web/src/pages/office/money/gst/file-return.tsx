import { fileGstReturnMutation } from '../../../../api/generated/admin';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { formatMonth, plural } from '../../../../shared/format';

/** Notes that the return of a month was filed, after saying that it cannot be taken back. */
export function FileReturn({ month, errors }: { month: string; errors: number }) {
  const name = formatMonth(month);
  return (
    <ConfirmButton
      label="Mark as filed"
      title={`${name} was filed`}
      action={`Mark ${name} as filed`}
      busy="Saving…"
      send={() => fileGstReturnMutation().mutationFn({ body: { month } })}
    >
      <p>
        Do this after the return was filed on the GST portal. It cannot be taken back: from then on
        no document is dated into the month, and credit notes of a later month correct it.
      </p>
      {errors > 0 && <p>{`The checks found ${plural(errors, 'error')}.`}</p>}
    </ConfirmButton>
  );
}
