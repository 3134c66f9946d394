import { Button, NumberInput, Textarea } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useDisclosure } from '@mantine/hooks';
import { FormDialog } from '../shared/forms/form-dialog';
import { useSavedForm } from '../shared/forms/use-saved-form';
import { linesWithUnits, unitsByLine, unitsField } from './units-field';

/** Units of an order that come back, and why. */
export interface ReturnedUnits {
  items: { line: number; quantity: number }[];
  reason: string;
}

interface ReturnDialogProps {
  /** Lines of the order. */
  lines: readonly {
    line: number;
    name: string;
    variation: string | null;
    shipped_quantity: number;
  }[];
  /** Name of the button that opens the dialog. */
  label: string;
  /** Name of the button that sends it; short enough for a phone. */
  action: string;
  title: string;
  /** Explanation below the reason. */
  reasonHelp: string;
  send: (units: ReturnedUnits) => Promise<unknown>;
}

/** Renders a button, and the form for the units of an order that come back. */
export function ReturnDialog(props: ReturnDialogProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {props.label}
      </Button>
      {isOpen && <ReturnForm {...props} onClose={dialog.close} />}
    </>
  );
}

function ReturnForm(props: ReturnDialogProps & { onClose: () => void }) {
  const { lines, action, title, reasonHelp, send, onClose } = props;
  const shipped = lines.filter((line) => line.shipped_quantity > 0);
  const { form, draft, save, field } = useSavedForm({
    name: title,
    initialValues: { units: unitsByLine(shipped, () => 0), reason: '' },
    send,
    onShown: onClose,
  });
  const submit = form.onSubmit(({ units, reason }) => {
    const items = linesWithUnits(shipped, units);
    const first = `units.${shipped[0]?.line}`;
    if (items.length === 0) form.setFieldError(first, 'At least one unit has to come back');
    else save.mutate({ items, reason });
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      action={action}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
    >
      {draft.offer}
      {shipped.map((line, index) => (
        <NumberInput
          {...unitsField(line, line.shipped_quantity)}
          data-autofocus={index === 0}
          {...field(`units.${line.line}`)}
        />
      ))}
      <Textarea
        label="Reason"
        description={reasonHelp}
        required
        maxLength={500}
        rows={3}
        {...field('reason')}
      />
    </FormDialog>
  );
}
