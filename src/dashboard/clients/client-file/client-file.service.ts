import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { InvitationsService } from '../../../identity/invitations/invitations.service.js';
import type { Invitation } from '../../../identity/invitations/invitation.entity.js';
import { ClientsService, type NewClient } from '../../../clients/clients.service.js';
import { CsvFault, type CsvRow } from '../../../platform/csv/csv-reader.js';
import { formulaErrors } from '../../../platform/table-file/cell.js';
import { isLostName, LOST_LETTERS_TEXT } from '../../../platform/table-file/lost-letters.js';
import { withoutEscape } from '../../../platform/csv/cells.js';
import { readNamedRows, type NamedRow } from '../../../platform/csv/named-rows.js';
import { readTableRows } from '../../../platform/csv/table-batches.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { Address } from '../../../platform/gst/address.js';
import { AddressDto, toAddress } from '../../../platform/gst/gst-fields.js';
import { readAddress } from '../../../platform/gst/read-address.js';
import { stateOfAddress } from '../../../platform/gst/read-state.js';
import { stateName } from '../../../platform/gst/states.js';
import { AppError, invalidField } from '../../../platform/http/errors.js';
import { readDto } from '../../../platform/http/input/validation.pipe.js';
import { toMinorUnits } from '../../../platform/money.js';
import { startOfDay } from '../../../platform/time-zone.js';
import type { SubscriptionChange } from '../../../plans/plans.service.js';
import { ClientAdministrationService } from '../client-administration.service.js';
import { ClientRowDto } from './client-file.dto.js';
import { CLIENT_COLUMNS, CLIENT_FIELDS, type RowOutcome, type RowProblem } from './client-row.js';

const NUMBER_COLUMNS: readonly string[] = ['max_reserved_units', 'max_open_value'];
const ADDRESS_NEEDS =
  'address needs a street, a city, a state and a PIN code of this state: in the columns address, city, state and pincode, or in this order in one cell';
/** Each row sends a mail. */
export const CLIENT_ROWS_MAX = 200;

interface GoodRow {
  line: number;
  cells: NamedRow['cells'];
  dto: ClientRowDto;
}

/** A client that a row created, and what is left to send. */
interface Stored {
  outcome: 'created' | 'known';
  clientId: number;
  invitation: Invitation | null;
}

/** Creates the clients of a file. The e-mail address of a company identifies its row, which is applied once. */
@Injectable()
export class ClientFileService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly administration: ClientAdministrationService,
    private readonly clients: ClientsService,
    private readonly invitations: InvitationsService,
  ) {}

  /** Creates the clients of a file, each in its own transaction. Refuses rows with problems. */
  async import(path: string): Promise<RowOutcome[]> {
    return this.takeRows(await readTableRows(path, CLIENT_ROWS_MAX), async (row) => {
      const store = (): Promise<Stored> =>
        inTransaction(this.dataSource, (manager) => this.store(manager, row));
      // Another call may have created the client meanwhile: then it is known.
      const stored = await store().catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'email_taken') return store();
        throw error;
      });
      const { invitation } = stored;
      const link = invitation && (await this.invitations.deliver(invitation)).link;
      return { ...toOutcome(row, stored), invitationLink: link };
    });
  }

  /** Reports what {@link import} would do, and stores nothing. */
  async preview(path: string): Promise<RowOutcome[]> {
    const source = await readTableRows(path, CLIENT_ROWS_MAX);
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        // One transaction, so that rows find those before them; each row has a savepoint.
        const outcomes = await this.takeRows(source, async (row) => {
          const stored = await inTransaction(manager, (savepoint) => this.store(savepoint, row));
          return {
            ...toOutcome(row, stored),
            ...(stored.outcome === 'created' && { clientId: null }),
          };
        });
        throw new Undone(outcomes);
      });
    } catch (error) {
      if (error instanceof Undone) return error.outcomes;
      throw error;
    }
  }

  private async takeRows(
    source: readonly CsvRow[],
    take: (row: GoodRow) => Promise<RowOutcome>,
  ): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = [];
    const lines = new Map<string, number>();
    try {
      for await (const row of readNamedRows(source, CLIENT_FIELDS, CLIENT_ROWS_MAX)) {
        outcomes.push(await this.takeRow(row, lines, take));
      }
    } catch (error) {
      if (!(error instanceof CsvFault)) throw error;
      const problem = { column: null, value: null, problem: error.message };
      outcomes.push(refused({ line: error.line, cells: {} }, [problem]));
    }
    return outcomes;
  }

  /** @param lines of the rows that were taken, by their e-mail addresses */
  private async takeRow(
    row: NamedRow,
    lines: Map<string, number>,
    take: (row: GoodRow) => Promise<RowOutcome>,
  ): Promise<RowOutcome> {
    const [dto, faults] = readDto(ClientRowDto, fieldsOf(row.cells));
    const errors = [...formulaErrors(row.cells), ...faults];
    if (isLostName(dto.company)) errors.push({ field: 'company', message: LOST_LETTERS_TEXT });
    if (errors.length > 0)
      return refused(
        row,
        errors.map((error) => toProblem(row, error)),
      );
    const email = dto.email.toLowerCase();
    const first = lines.get(email);
    if (first !== undefined) {
      const field = dto.email === dto.owner_email ? 'owner_email' : 'email';
      return refused(row, [toProblem(row, { field, message: `is already on line ${first}` })]);
    }
    try {
      const outcome = await take({ ...row, dto });
      lines.set(email, row.line);
      return outcome;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const found = error.fields.map((field) => toProblem(row, asColumn(field)));
      const whole = { column: null, value: null, problem: error.message };
      return refused(row, found.length > 0 ? found : [whole]);
    }
  }

  /** @throws AppError email_taken, validation_failed */
  private async store(manager: EntityManager, { dto }: GoodRow): Promise<Stored> {
    const { company: name, email, owner_email: ownerEmail, gstin } = dto;
    const known = await this.clients.findByEmail(manager, email);
    if (known !== null) {
      if (known.name === name) return { outcome: 'known', clientId: known.id, invitation: null };
      throw new AppError('email_taken', {
        message: `Client ${known.id}, ${known.name}, has the e-mail address ${email}: change it on its page, or the name here.`,
      });
    }
    if (await this.invitations.isInvited(manager, ownerEmail)) {
      throw new AppError('email_taken', {
        message: `${ownerEmail} is invited already: write another owner_email, or remove the row.`,
      });
    }
    const { clientId, invitation } = await this.administration.addClientWithOwner(
      manager,
      { name, email, gstin: gstin ?? null, billing: billingOf(dto), ...limitsOf(dto) },
      { ownerEmail, subscription: subscriptionOf(dto) },
    );
    return { outcome: 'created', clientId, invitation };
  }
}

function fieldsOf(cells: NamedRow['cells']): object {
  const fields = Object.entries(cells).flatMap(([column, cell]) => {
    const text = withoutEscape(cell)
      .trim()
      .replace(/\s*[\r\n]+\s*/g, ', ');
    if (text === '') return [];
    const isNumber = NUMBER_COLUMNS.includes(column) && /^\d+(\.\d{1,2})?$/.test(text);
    return [[column, isNumber ? Number(text) : text] as const];
  });
  const row = Object.fromEntries(fields) as Partial<Record<string, unknown>>;
  return { ...row, email: row.email ?? row.owner_email };
}

function limitsOf({
  max_reserved_units: maxReservedUnits,
  max_open_value: openValue,
}: ClientRowDto): Pick<NewClient, 'maxReservedUnits' | 'maxOpenValueMinor'> {
  return {
    ...(maxReservedUnits != null && { maxReservedUnits }),
    ...(openValue != null && { maxOpenValueMinor: toMinorUnits(openValue) }),
  };
}

/**
 * Reads the address of a row: from its own cells, else all of it from the text of the address.
 *
 * @throws AppError validation_failed
 */
function billingOf({ gstin, ...row }: ClientRowDto): Address | null {
  const { address = '', city = '', state = '' } = row;
  const pincode = row.pincode?.replace(/\s/g, '') ?? '';
  if (`${address}${city}${state}${pincode}` === '') return null;
  const code = stateOfAddress(state, pincode);
  const parts = { line1: address, place: city, state: code ?? '', pincode };
  const [own, faults] = readDto(AddressDto, parts);
  if (faults.length === 0) return toAddress(own);
  const whole = [address, city, `${code === null ? state : stateName(code)} ${pincode}`];
  const read = readAddress(whole.filter((part) => part.trim() !== '').join(', '), gstin ?? null);
  if (read !== null) return read;
  throw invalidField('address', 'incomplete', ADDRESS_NEEDS);
}

function subscriptionOf({ plan, ends_on: endsOn }: ClientRowDto): SubscriptionChange | null {
  if (plan === undefined) return null;
  const endsAt = endsOn === undefined ? undefined : startOfDay(endsOn);
  return { plan, status: 'active', endsAt };
}

function toOutcome({ line, dto }: GoodRow, { outcome, clientId }: Stored): RowOutcome {
  const { company, domain = null } = dto;
  return { line, company, outcome, problems: [], clientId, domain, invitationLink: null };
}

function refused({ line, cells }: NamedRow, problems: readonly RowProblem[]): RowOutcome {
  const company = (cells.company ?? '').slice(0, 200).toWellFormed();
  const nothing = { clientId: null, domain: null, invitationLink: null };
  return { line, company, outcome: 'refused', problems, ...nothing };
}

/** Makes the error of a column from the error of a field that has another name in the file. */
function asColumn(error: { field: string; message: string }): { field: string; message: string } {
  return error.field === 'ends_at' ? { field: 'ends_on', message: 'must be after today' } : error;
}

function toProblem(
  { cells }: NamedRow,
  { field, message }: { field: string; message: string },
): RowProblem {
  const column = field.split('.').at(-1)!;
  const value = cells[column];
  return {
    column: CLIENT_COLUMNS.some((name) => name === column) ? column : null,
    value: value === undefined ? null : value.slice(0, 200).toWellFormed(),
    problem: message.startsWith(`${field} `) ? message.slice(field.length + 1) : message,
  };
}

/** Carries the outcomes out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly outcomes: RowOutcome[]) {
    super('not stored');
  }
}
