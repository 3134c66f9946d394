import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ELSEWHERE } from '../../../../../src/orders/delivery-zones/zone-of.js';
import { DEFAULT_COUNTRY } from '../../../../../src/orders/placing/request/address.js';
import {
  listDeliveryZonesOptions,
  replaceDeliveryZonesMutation,
} from '../../../api/generated/admin';
import { choices } from '../../../shared/choices';
import { FormButton } from '../../../shared/forms/form-button';
import { Served } from './served';
import { zonesOfCountries } from './served-places';
import { rowsOf, zoneOf, zoneRow, type ZoneRow } from './zone-file';

const AREAS = { india: 'Only India', everywhere: 'Everywhere', some: 'Some countries' } as const;

interface Values {
  area: keyof typeof AREAS;
  countries: string;
}

const INITIAL: Values = { area: 'india', countries: '' };

/** Sets in one step which countries are served. Zones of pincodes stay as they are. */
export function ChooseServed() {
  const stored = useQuery(listDeliveryZonesOptions()).data?.data;
  if (stored === undefined) return null;
  const ofPincodes = rowsOf(stored).filter(({ prefix }) => prefix !== '');
  const rowsFor = (values: Values): ZoneRow[] => [
    ...zonesOfCountries(countriesOf(values)).map(zoneRow),
    ...ofPincodes,
  ];
  return (
    <FormButton
      label="Choose countries"
      title="Who do you deliver to?"
      action="Save"
      initialValues={INITIAL}
      validate={{
        countries: (_, values) =>
          countriesOf(values).length === 0 ? 'Name at least one country' : null,
      }}
      send={(values) =>
        replaceDeliveryZonesMutation().mutationFn({ body: { zones: rowsFor(values).map(zoneOf) } })
      }
    >
      {({ getInputProps, values }) => (
        <>
          <NativeSelect
            label="We deliver to"
            data={choices(AREAS)}
            data-autofocus
            {...getInputProps('area')}
          />
          {values.area === 'some' && (
            <TextInput
              label="Countries"
              description="Separated by commas, such as India, Nepal"
              required
              {...getInputProps('countries')}
            />
          )}
          {countriesOf(values).length > 0 && (
            <Served rows={rowsFor(values)} isEdited onChange={null} />
          )}
        </>
      )}
    </FormButton>
  );
}

function countriesOf({ area, countries }: Values): string[] {
  if (area !== 'some') return [area === 'india' ? DEFAULT_COUNTRY : ELSEWHERE];
  const names = countries.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}
