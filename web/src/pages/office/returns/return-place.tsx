import { useQuery } from '@tanstack/react-query';
import { getReturnPlaceOptions, putReturnPlaceMutation } from '../../../api/generated/admin';
import type { ReturnPlacesDto } from '../../../api/generated/admin-types';
import { useMay } from '../../../frame/session';
import {
  NO_ADDRESS,
  ReturnAddress,
  ReturnAddressFields,
} from '../../../order/returns/return-address';
import { CallButton } from '../../../shared/forms/call-button';
import { FormButton } from '../../../shared/forms/form-button';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';

/** Renders the setting where returns go. */
export function ReturnPlace() {
  const query = useQuery(getReturnPlaceOptions());
  const places = query.data?.data;
  const mayWrite = useMay('tax:write');
  return (
    <SectionCard
      title="Where returns go"
      aside={mayWrite && places !== undefined && <ChangePlace places={places} />}
    >
      <p className="soft">
        Stores send the units of an accepted return there. Accepted returns keep their address.
      </p>
      <Loaded query={query} what="Where returns go" rows={3}>
        {({ data: { shown_address: shown, return_address: own } }) =>
          shown === null ? (
            <p>Not known: say it with each return that you accept.</p>
          ) : (
            <>
              <ReturnAddress address={shown} />
              {own === null && <p className="soft small">The address in your tax profile</p>}
            </>
          )
        }
      </Loaded>
    </SectionCard>
  );
}

function ChangePlace({
  places: { return_address: own, shown_address: shown },
}: {
  places: ReturnPlacesDto;
}) {
  return (
    <span className="buttons">
      {own !== null && (
        <CallButton
          label="Use the company’s"
          aria-label="Send returns to the company’s address"
          send={() => putReturnPlaceMutation().mutationFn({ body: {} })}
        />
      )}
      <FormButton
        label="Change"
        aria-label="Change where returns go"
        title="Where returns go"
        action="Save"
        initialValues={{ return_address: { ...NO_ADDRESS, ...shown, phone: shown?.phone ?? '' } }}
        send={(body) => putReturnPlaceMutation().mutationFn({ body })}
      >
        {(_, field) => <ReturnAddressFields field={field} at="return_address." />}
      </FormButton>
    </span>
  );
}
