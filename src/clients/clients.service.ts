import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';
import { isUniqueViolation } from '../platform/database/database-errors.js';
import { inTransaction } from '../platform/database/transaction.js';
import { AppError, invalidField } from '../platform/http/errors.js';
import { withoutUndefined } from '../platform/without-undefined.js';
import { EMAIL_UNIQUE, type Client } from './client.entity.js';
import { ClientsRepository, type ClientLock } from './clients.repository.js';
import type { Mode } from './mode.js';
import { requireConsistent, taxPartyOf, toPartyColumns, type TaxParty } from './tax-party.js';

/** A new client's fields that operators set. */
export type ClientData = Pick<Client, 'name' | 'email'> & {
  [Field in keyof TaxParty]?: TaxParty[Field] | undefined;
};

/** Data of a new client, and the limits of its unpaid orders. Without a limit, the installation's setting applies. */
export type NewClient = ClientData &
  Partial<Pick<Client, 'maxReservedUnits' | 'maxOpenValueMinor'>>;

/** Fields of a client that operators and, in part, the client itself set. */
type ClientFields = Pick<
  Client,
  'name' | 'email' | 'billingAddress' | 'maxReservedUnits' | 'maxOpenValueMinor' | 'taxDeductedBp'
> &
  TaxParty;

/** A change of a client; undefined fields do not change. */
export type ClientChange = { [Field in keyof ClientFields]?: ClientFields[Field] | undefined };

/** Fields of a change that the client itself sends. */
export type ClientBilling = Pick<ClientChange, 'billingAddress' | 'gstin' | 'billing'>;

/** A client, and the mode of the tokens that are stored under an id. */
export interface TokenOwner {
  clientId: number;
  mode: Mode;
}

/**
 * Client companies. A client with test tokens also has a test client: a hidden row that owns its test tokens and test orders.
 * - so they never mix with live ones
 */
@Injectable()
export class ClientsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: ClientsRepository,
  ) {}

  /** Adds a client in the caller's transaction. @throws AppError email_taken, validation_failed */
  async addClient(
    manager: EntityManager,
    { name, email, gstin = null, sez = null, billing = null, ...limits }: NewClient,
  ): Promise<Client> {
    const party = { gstin, sez, billing };
    requireConsistent(party);
    await this.requireOther(manager, gstin);
    const columns = { name, email, ...toPartyColumns(party), ...limits };
    const created = await withUniqueEmail(() => this.repository.insert(manager, columns));
    await this.audit.record(manager, {
      action: 'client.created',
      subject: `client ${created.id}`,
      after: { name, email, ...party, ...limits },
    });
    return created;
  }

  /** Finds a client by its e-mail address in any case. */
  async findByEmail(manager: EntityManager, email: string): Promise<Client | null> {
    return this.repository.findByEmail(manager, email);
  }

  /** Finds clients by id, in the order of their ids. */
  async findClients(manager: EntityManager, ids: readonly number[]): Promise<Client[]> {
    return this.repository.findHolders(manager, ids);
  }

  /** @throws AppError client_not_found */
  async getClient(manager: EntityManager, id: number): Promise<Client> {
    return found(await this.repository.find(manager, id));
  }

  /** Finds the names of clients by id. */
  async findNames(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    const clients = await this.repository.findNames(manager, [...new Set(ids)]);
    return new Map(clients.map(({ id, name }) => [id, name]));
  }

  /** Lists all clients but the test clients. */
  async listAll(manager: EntityManager): Promise<Client[]> {
    return this.repository.listAll(manager);
  }

  /** Finds clients by names in capitals. */
  async findByNames(manager: EntityManager, names: readonly string[]): Promise<Client[]> {
    return this.repository.findByNames(manager, names);
  }

  /** Finds a client by its GSTIN. */
  async findByGstin(manager: EntityManager, gstin: string): Promise<Client | null> {
    return this.repository.findByGstin(manager, gstin);
  }

  /** Counts clients without a billing address that a document can print. */
  async countWithoutAddress(manager: EntityManager): Promise<number> {
    return this.repository.countWithoutAddress(manager);
  }

  /** Locks a client in the caller's transaction. @throws AppError client_not_found */
  async lockClient(manager: EntityManager, id: number, lock: ClientLock): Promise<Client> {
    return found(await this.repository.lock(manager, id, lock));
  }

  /** Changes the given fields. @throws AppError client_not_found, email_taken, validation_failed */
  async changeClient(id: number, change: ClientChange): Promise<void> {
    await this.change(id, change, 'client.updated');
  }

  /** Changes what the client itself decides about its invoices. @throws AppError client_not_found, validation_failed */
  async changeBilling(id: number, change: ClientBilling): Promise<void> {
    await this.change(id, change, 'client.billing_changed', withOwnZone);
  }

  /** Refuses the wholesaler's own GSTIN: a company supplies nothing to itself. */
  private async requireOther(manager: EntityManager, gstin: string | null): Promise<void> {
    if (gstin === null || !(await this.repository.isOfWholesaler(manager, gstin))) return;
    throw invalidField(
      'gstin',
      'own_gstin',
      `gstin ${gstin} is the wholesaler's own, not a client's`,
    );
  }

  private async change(
    id: number,
    change: ClientChange,
    action: string,
    settle = (after: ClientFields, _before: ClientFields): ClientFields => after,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = fieldsOf(await this.lockClient(manager, id, 'update'));
      const after = settle({ ...before, ...withoutUndefined(change) }, before);
      const { gstin, sez, billing, ...columns } = after;
      const party = { gstin, sez, billing };
      requireConsistent(party);
      if (gstin !== before.gstin) await this.requireOther(manager, gstin);
      const row = { ...columns, ...toPartyColumns(party) };
      await withUniqueEmail(() => this.repository.update(manager, id, row));
      await this.audit.record(manager, { action, subject: `client ${id}`, before, after });
    });
  }

  /**
   * Returns the id that has a client's tokens of a mode: the client's own, or that of its test client, which is created if
   * needed. The lock blocks concurrent callers, and changes of the subscription, which name the test client in the change log.
   *
   * @throws AppError client_not_found
   */
  async ensureHolder(manager: EntityManager, clientId: number, mode: Mode): Promise<number> {
    if (mode === 'live') return (await this.getClient(manager, clientId)).id;
    const { name, email } = await this.lockClient(manager, clientId, 'update');
    const testClientId = await this.repository.findTestClientId(manager, clientId);
    if (testClientId !== null) return testClientId;
    return (await this.repository.insert(manager, { name, email, testOf: clientId })).id;
  }

  /** Lists the ids under which a client's tokens are stored. @throws AppError client_not_found */
  async listHolders(manager: EntityManager, clientId: number): Promise<number[]> {
    const ids = await this.repository.listHolderIds(manager, clientId);
    if (ids.length === 0) throw new AppError('client_not_found');
    return ids;
  }

  /** Reads the client whose tokens are stored under an id, and their mode. */
  async getOwner(manager: EntityManager, holderId: number): Promise<TokenOwner> {
    return ownerOf(await this.repository.getHolder(manager, holderId));
  }

  /** Finds the clients whose tokens are stored under some ids, and their modes. */
  async findOwners(
    manager: EntityManager,
    holderIds: readonly number[],
  ): Promise<ReadonlyMap<number, TokenOwner>> {
    const holders = await this.repository.findHolders(manager, holderIds);
    return new Map(holders.map((holder) => [holder.id, ownerOf(holder)]));
  }
}

function fieldsOf(client: Client): ClientFields {
  const { name, email, billingAddress, maxReservedUnits, maxOpenValueMinor, taxDeductedBp } =
    client;
  const limits = { maxReservedUnits, maxOpenValueMinor, taxDeductedBp };
  return { name, email, billingAddress, ...taxPartyOf(client), ...limits };
}

/** Completes a client's fields after its own change. Being in a special zone belongs to one GSTIN, and only operators set it. */
function withOwnZone(after: ClientFields, before: ClientFields): ClientFields {
  return after.gstin === null || after.gstin === before.gstin ? after : { ...after, sez: null };
}

function ownerOf({ id, testOf }: Client): TokenOwner {
  return testOf === null ? { clientId: id, mode: 'live' } : { clientId: testOf, mode: 'test' };
}

/**
 * Stores a client, turning a duplicate address into an error code.
 *
 * @throws AppError email_taken, or the error of `store`
 */
async function withUniqueEmail<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!isUniqueViolation(error, EMAIL_UNIQUE)) throw error;
    const message = 'Another client has this e-mail address.';
    throw new AppError('email_taken', { message });
  }
}

function found(client: Client | null): Client {
  if (client === null) throw new AppError('client_not_found');
  return client;
}
