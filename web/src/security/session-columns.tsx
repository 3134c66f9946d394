import { column, type Column } from '../shared/lists/columns';
import { Place } from '../shared/terms/place';
import { Status } from '../shared/status';
import { browserName } from './browser-name';

export interface SignedInBrowser {
  id: number;
  current: boolean;
  created_at: string;
  seen_at: string;
  ip: string;
  country: string | null;
  agent: string;
}

/** A browser of one of several people. */
interface PersonBrowser extends SignedInBrowser {
  user_name: string;
  user_email: string;
}

/** Columns of every list of browsers. */
export const SESSION_COLUMNS: readonly Column<SignedInBrowser>[] = [
  column.cell('Browser', ({ agent }) => <span title={agent}>{browserName(agent)}</span>),
  column.cell('Address', ({ ip, country }) => <Place address={ip} country={country} />),
  column.time('Signed in', 'created_at'),
  column.time('Last seen', 'seen_at'),
];

/** Columns of the browsers of several people. */
export const PERSON_SESSION_COLUMNS: readonly Column<PersonBrowser>[] = [
  column.cell('Person', ({ user_name: name, user_email: email, current }) => (
    <>
      <span title={email}>{name}</span>
      {current && (
        <>
          {' '}
          <Status tone="ok">This browser</Status>
        </>
      )}
    </>
  )),
  ...SESSION_COLUMNS,
];
