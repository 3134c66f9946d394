import { Link } from '@tanstack/react-router';
import { OPEN_WORK } from '../../../../../src/dashboard/office/open-work.ts';
import { endDocumentHoldMutation } from '../../../api/generated/admin';
import type { DocumentHoldDto } from '../../../api/generated/admin-types';
import { useMay } from '../../../frame/session';
import { FormButton } from '../../../shared/forms/form-button';
import { Notice } from '../../../shared/layout/notice';
import { NumberField } from '../../../shared/text-fields';
import { typedNumber } from '../../../shared/forms/typed-number';

type Series = DocumentHoldDto['series'][number];

/** Renders that no document is issued: with the series and a form that ends it, or with a link to that form. */
export function DocumentsOnHold({ series }: { series?: readonly Series[] }) {
  const mayRelease = useMay('tax:write');
  return (
    <Notice tone="bad" title="Documents are on hold">
      <p>
        The database came back, and its last changes may be gone. Nothing is shipped with a
        document, so that no printed number is given again. Orders and payments go on.
      </p>
      {series === undefined ? (
        <Link {...OPEN_WORK.documentHolds.page}>Enter the last printed numbers</Link>
      ) : (
        mayRelease && <Release series={series} />
      )}
    </Notice>
  );
}

function Release({ series }: { series: readonly Series[] }) {
  return (
    <FormButton
      label="Enter the last printed numbers"
      action="Release documents"
      initialValues={Object.fromEntries(series.map((one) => [nameOf(one), one.last_number]))}
      send={(numbers) =>
        endDocumentHoldMutation().mutationFn({
          body: {
            last_numbers: series
              .map((one) => ({ ...one, last_number: typedNumber(numbers[nameOf(one)] ?? '') }))
              // Any other text is refused.
              .filter(({ last_number }) => !['', '0'].includes(String(last_number).trim())),
          },
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <p>
            Look for the last paper or PDF of each series. The numbers up to it are canceled. Where
            none is missing, leave the number.
          </p>
          {series.map((one, index) => (
            <NumberField
              key={nameOf(one)}
              label={`Last number of ${nameOf(one)}`}
              data-autofocus={index === 0 || undefined}
              {...getInputProps(nameOf(one))}
            />
          ))}
        </>
      )}
    </FormButton>
  );
}

const nameOf = ({ series, financial_year: year }: Series): string => `${series}-${year}`;
