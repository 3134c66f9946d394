import { uploadField } from '../../../platform/table-file/columns.js';

/** Columns of a file of clients. The web application reads them, too. */
export const CLIENT_FIELDS = [
  uploadField('owner_email', 'Owner’s e-mail', 'owner e mail|owner mail|email of owner', true),
  uploadField(
    'company',
    'Company',
    'company name|name|client|client name|customer|customer name|party|party name|firm|firm name|business name|shop|shop name',
    true,
  ),
  uploadField('email', 'E-mail of the company', 'e mail|company email|mail'),
  uploadField('gstin', 'GSTIN', 'gst|gst no|gst number|gstin no|gstin uin'),
  uploadField('address', 'Address', 'billing address|street|street address|address line 1'),
  uploadField('city', 'City', 'place|town|city town'),
  uploadField('state', 'State', 'state name|state code'),
  uploadField('pincode', 'PIN code', 'pin|pin no|postal code|postcode|zip|zip code'),
  uploadField('plan', 'Plan', 'plan code|price plan'),
  uploadField(
    'ends_on',
    'First day without access',
    'ends at|ends|end|end date|valid until|end of subscription|subscription end|subscription ends',
  ),
  uploadField('domain', 'Domain of the store', 'store domain|website|store'),
  uploadField('max_reserved_units', 'Limit of reserved units', ''),
  uploadField('max_open_value', 'Limit of open orders', ''),
];
export const CLIENT_COLUMNS = CLIENT_FIELDS.map(({ column }) => column);

/** Problem of a cell; if the column is null, of the row. */
export interface RowProblem {
  column: string | null;
  value: string | null;
  problem: string;
}

export interface RowOutcome {
  line: number;
  company: string;
  outcome: 'created' | 'known' | 'refused';
  problems: readonly RowProblem[];
  clientId: number | null;
  domain: string | null;
  invitationLink: string | null;
}
