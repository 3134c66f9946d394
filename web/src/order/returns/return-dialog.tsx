import { NumberInput, Textarea } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { FormButton } from '../../shared/forms/form-button';
import { linesWithUnits, unitsByLine, unitsField } from '../units-field';

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
export function ReturnDialog({ lines, reasonHelp, send, ...button }: ReturnDialogProps) {
  const shipped = lines.filter((line) => line.shipped_quantity > 0);
  const first = `units.${shipped[0]?.line}`;
  return (
    <FormButton
      size="sm"
      {...button}
      initialValues={{ units: unitsByLine(shipped, () => 0), reason: '' }}
      validate={({ units }) =>
        linesWithUnits(shipped, units).length === 0
          ? { [first]: 'At least one unit has to come back' }
          : {}
      }
      send={({ units, reason }) => send({ items: linesWithUnits(shipped, units), reason })}
    >
      {(_, field) => (
        <>
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
        </>
      )}
    </FormButton>
  );
}
