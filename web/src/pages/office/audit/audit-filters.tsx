import type { AuditEntryDto } from '../../../api/generated/admin-types';
import { shopToday } from '../../../shared/format';
import { FilterDate, FilterSelect } from '../../../shared/lists/filter-bar';
import { FilterField } from '../../../shared/lists/filter-field';
import { choiceChips, dayChips } from '../../../shared/lists/toolbar/choice-chips';
import type { Chip } from '../../../shared/lists/toolbar/list-bar';
import { ClientFilter } from '../client/filter/client-filter';
import { useClientName } from '../client/filter/client-name';
import { personText } from '../../../../../src/platform/audit/audit-words.ts';
import { usePeopleNames } from '../people/person';

/** Filters of the list, as its address has them. */
interface AuditFilters {
  actor?: string;
  subject?: string;
  from?: string;
  to?: string;
}

/** A person or a job as a choice; the service knows people by their number. */
interface Actor {
  value: string;
  label: string;
}

/** Lists those who can be chosen: the colleagues, for people who may see them, and all who are in the list. */
export function useActors(rows: readonly AuditEntryDto[], actor: string | undefined): Actor[] {
  const names = usePeopleNames();
  // Tokens of a person are part of the person.
  const listed = rows.map((row) => row.actor.replace(/(?<=>) token \d+$/, ''));
  const labels = new Map([
    ...(actor === undefined ? [] : [[actor, personText(actor, names)] as const]),
    ...listed.map((name) => [name.split(' <')[0]!, personText(name, names)] as const),
    ...names,
  ]);
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** Renders the fields that filter the list. */
export function AuditFilterFields(props: AuditFilters & { actors: readonly Actor[] }) {
  const { actor, subject, from, to, actors } = props;
  const today = shopToday();
  const client = clientOf(subject);
  return (
    <>
      <FilterSelect
        label="Person"
        parameter="actor"
        value={actor}
        options={[{ value: '', label: 'Anybody' }, ...actors]}
      />
      <ClientFilter value={client} parameter="subject" prefix="client " />
      <FilterField
        label="What was changed"
        placeholder="order WO-…, product TW-1"
        parameter="subject"
        value={client === undefined ? subject : undefined}
      />
      <FilterDate label="From" parameter="from" value={from} max={to ?? today} />
      <FilterDate label="Until" parameter="to" value={to} max={today} />
    </>
  );
}

/** Describes the filters that are set, in words. */
export function useAuditChips(filter: AuditFilters, actors: readonly Actor[]): Chip[] {
  const { actor, subject, from, to } = filter;
  const client = clientOf(subject);
  const name = useClientName(client);
  return [
    ...choiceChips([['actor', 'Person', actor, actors]]),
    ...(subject === undefined
      ? []
      : [{ parameter: 'subject', label: client === undefined ? subject : name }]),
    ...dayChips({ from, to }),
  ];
}

/** Finds the id of the client that a filter is about. */
function clientOf(subject: string | undefined): string | undefined {
  return /^client (\d{1,9})$/.exec(subject ?? '')?.[1];
}
