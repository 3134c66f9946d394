import type { OfficeOverviewDto } from '../../../api/generated/admin-types';
import { DocumentsOnHold } from '../invoices/documents-on-hold';
import { AccountsAloneNotice } from './accounts-alone-notice';
import { LossesNotice } from './losses-notice';
import { OwnersLeavingNotice } from './owners-leaving-notice';

/** Renders what is rarely wrong with an installation: lost orders, documents on hold, and what one person does alone. */
export function TodayNotices({ overview }: { overview: OfficeOverviewDto }) {
  const { order_losses: losses, document_holds: holds, bank_accounts_alone: alone } = overview;
  const leaving = overview.owners_leaving ?? [];
  return (
    <>
      {losses !== null && losses.stores > 0 && <LossesNotice losses={losses} />}
      {(holds ?? 0) > 0 && <DocumentsOnHold />}
      {leaving.length > 0 && <OwnersLeavingNotice owners={leaving} />}
      {alone !== null && alone.length > 0 && <AccountsAloneNotice accounts={alone} />}
    </>
  );
}
