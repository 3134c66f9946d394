import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InstallationDto } from '../../../api/generated/admin-types';
import { getInstallationOptions } from '../../../api/generated/admin';
import { inMegabytes } from '../../../api/problem';
import { useMay } from '../../../frame/session';
import { GATEWAYS } from '../../../payments/gateways';
import { FactList } from '../../../shared/fact-list';
import { PageHeader } from '../../../shared/layout/page-header';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { Status } from '../../../shared/status';
import { ReturnPlace } from '../returns/return-place';
import { ApprovalLimits } from './approval-limits';
import { BackgroundWork } from './background-work';
import { BrandSettings } from './brand-settings';
import { DeliveryZones } from './delivery-zones';
import { DismissedSteps } from '../today/dismissed-steps';
import { MethodAliases } from './method-aliases';
import { TaxProfile } from './tax-profile';

/** Renders the wholesaler's name and logo, the tax profile, where returns go, delivery zones, and the settings of the installation. */
export function SettingsPage() {
  const query = useQuery(getInstallationOptions());
  return (
    <>
      <PageHeader title="Settings" />
      <div className="sections">
        <DismissedSteps />
        <BrandSettings />
        {useMay('documents:read') && <TaxProfile />}
        {useMay('orders:read') && <ReturnPlace />}
        {useMay('plans:read') && <DeliveryZones />}
        {useMay('money:read') && <ApprovalLimits />}
        {useMay('money:read') && <MethodAliases />}
        <SectionCard title="This installation" aside={<Link to="/account">Your account</Link>}>
          <Loaded query={query} what="The installation" rows={4}>
            {(answer) => <Installation installation={answer.data} />}
          </Loaded>
        </SectionCard>
        <BackgroundWork />
      </div>
    </>
  );
}

function Installation({ installation }: { installation: InstallationDto }) {
  const { gateway, unpaid_order_ttl_hours: hours } = installation;
  return (
    <>
      <FactList
        facts={[
          ['Version', installation.version],
          ['Address of the pages', installation.public_url],
          [
            'Payment gateway',
            gateway === 'off' ? (
              <Status tone="calm">Off</Status>
            ) : GATEWAYS[gateway].movesMoney ? (
              <Status tone="ok">{GATEWAYS[gateway].name}</Status>
            ) : (
              <>
                <Status tone="waiting">{GATEWAYS[gateway].name}</Status> Moves no real money
              </>
            ),
          ],
          [
            'Mail server',
            installation.mail_server ? (
              <Status tone="ok">Set up</Status>
            ) : (
              <>
                <Status tone="waiting">None</Status> Mails are written to files; pass on the links
                yourself
              </>
            ),
          ],
          [
            'Bank account for transfers',
            installation.bank_details ? (
              <Status tone="ok">Shown to clients</Status>
            ) : (
              <>
                <Status tone="calm">Not shown</Status> Enter it under Money, Bank
              </>
            ),
          ],
          ['Currency', installation.currency],
          ['Unpaid orders expire', hours === 0 ? 'Never' : `After ${hours} hours`],
          [
            'Delivery of several products',
            installation.delivery_policy === 'highest'
              ? 'The highest delivery charge once'
              : 'Each product’s delivery charge once',
          ],
          ['Photos', `${installation.photos}, ${inMegabytes(installation.photo_bytes)}`],
          ['Runs in production', installation.production ? 'Yes' : 'No'],
        ]}
      />
      <p className="soft small">
        Except for the bank account, these are environment variables. Restart the service after a
        change.
      </p>
    </>
  );
}
