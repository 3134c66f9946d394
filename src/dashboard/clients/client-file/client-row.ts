export const REQUIRED_COLUMNS = ['company', 'owner_email'] as const;
export const OPTIONAL_COLUMNS = [
  ...(['email', 'gstin', 'plan', 'ends_on', 'domain'] as const),
  ...(['max_reserved_units', 'max_open_value'] as const),
] as const;
export const CLIENT_COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS];

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
