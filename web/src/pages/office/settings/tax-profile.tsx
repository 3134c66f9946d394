import { useQuery } from '@tanstack/react-query';
import type { TaxProfileDto } from '../../../api/generated/admin-types';
import { getTaxProfileOptions } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { useMay } from '../../../frame/session';
import { FactList } from '../../../shared/fact-list';
import { formatDay } from '../../../shared/format';
import { Loaded } from '../../../shared/layout/loaded';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { GstinText } from '../../../shared/tax/gstin-text';
import { Status } from '../../../shared/status';
import { BillingAddress } from '../../../shared/tax/address-text';
import { TaxGaps } from '../today/tax-gaps';
import { ChangeTaxProfile } from './change-tax-profile';
import { DELIVERY_TAXES, ON_MISSING, PLACES_OF_SUPPLY } from './tax-profile-choices';

/** Renders the wholesaler as its tax documents name it, earlier and later profiles, and what is missing. */
export function TaxProfile() {
  const query = useQuery({ ...getTaxProfileOptions(), retry: false });
  const mayWrite = useMay('tax:write');
  const profile = query.data?.data;
  const isMissing = query.error !== null && problemOf(query.error).code === 'tax_profile_missing';
  return (
    <SectionCard
      title="Tax profile"
      aside={
        mayWrite && (profile !== undefined || isMissing) ? (
          <ChangeTaxProfile profile={profile ?? null} />
        ) : undefined
      }
    >
      {isMissing ? (
        <p className="soft">
          Shipments have no invoices. Enter your company and a first day: from then on each shipment
          gets one. Prices contain GST, so no total changes.
        </p>
      ) : (
        <Loaded query={query} what="The tax profile" rows={6}>
          {({ data }) => (
            <div className="sections">
              {!data.in_force && (
                <Notice tone="moving" title={`Invoices begin on ${formatDay(data.effective_from)}`}>
                  Shipments before that day have none.
                </Notice>
              )}
              <TaxGaps />
              <Facts profile={data} />
              {data.versions.length > 1 && <Versions current={data} versions={data.versions} />}
            </div>
          )}
        </Loaded>
      )}
    </SectionCard>
  );
}

function Facts({ profile }: { profile: TaxProfileDto }) {
  return (
    <FactList
      facts={[
        ['In force from', formatDay(profile.effective_from)],
        ['Legal name', profile.legal_name],
        ['Trade name', profile.trade_name],
        ['GSTIN', <GstinText key="gstin" gstin={profile.gstin} />],
        ['Address', <BillingAddress key="address" billing={profile.address} text={null} />],
        ['Numbers of invoices begin with', profile.series_prefix],
        ['Digits of HSN codes', `At least ${profile.hsn_digits}`],
        ['Delivery charge', DELIVERY_TAXES[profile.delivery_tax]],
        ['Clients without a GSTIN', PLACES_OF_SUPPLY[profile.place_of_supply]],
        ['If something is missing', ON_MISSING[profile.on_missing]],
        [
          'E-invoices',
          profile.e_invoice_from === null ? 'No' : `From ${formatDay(profile.e_invoice_from)}`,
        ],
        ['Terms', profile.terms],
        ['Signatory', profile.signatory],
      ]}
    />
  );
}

function Versions({
  current,
  versions,
}: {
  current: TaxProfileDto;
  versions: readonly TaxProfileDto[];
}) {
  return (
    <FactList
      facts={versions.map((version) => [
        `From ${formatDay(version.effective_from)}`,
        <span key={version.effective_from}>
          {`${version.legal_name}, ${version.gstin}, series ${version.series_prefix} `}
          {version.effective_from === current.effective_from && (
            <Status tone="ok">Shown above</Status>
          )}
        </span>,
      ])}
    />
  );
}
