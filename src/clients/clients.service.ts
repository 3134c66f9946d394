import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { isUniqueViolation } from '../platform/database/database-errors.js';
import { inTransaction } from '../platform/database/transaction.js';
import { AppError } from '../platform/http/errors.js';
import { EMAIL_UNIQUE, type Client } from './client.entity.js';
import { ClientsRepository, type ClientLock } from './clients.repository.js';
import type { Mode } from './mode.js';

/** A client's fields that operators set. */
export type ClientData = Pick<Client, 'name' | 'email'>;

/** A change of a client; undefined fields do not change. */
export type ClientChange = Partial<
  Pick<Client, 'name' | 'email' | 'maxReservedUnits' | 'maxOpenValueMinor' | 'taxDeductedBp'>
>;

/** A client's data on invoices. */
export type ClientBilling = Pick<Client, 'billingAddress' | 'gstin'>;

/** A client and the mode of the tokens that are stored under an id. */
export interface TokenOwner {
  clientId: number;
  mode: Mode;
}

/**
 * Service of client companies. A client with test tokens also has a test client: a hidden row that owns its test tokens
 * and test orders, so that they never mix with live ones.
 */
@Injectable()
export class ClientsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: ClientsRepository,
  ) {}

  /** Adds a client in the caller's transaction. @throws AppError email_taken */
  async addClient(manager: EntityManager, client: ClientData): Promise<Client> {
    const created = await withUniqueEmail(() => this.repository.insert(manager, client));
    await this.audit.record(manager, {
      action: 'client.created',
      subject: `client ${created.id}`,
      after: { ...client },
    });
    return created;
  }

  /** Finds clients by id, in the order of their ids. */
  async findClients(manager: EntityManager, ids: readonly number[]): Promise<Client[]> {
    return this.repository.findHolders(manager, ids);
  }

  /** Gets a client. @throws AppError client_not_found */
  async getClient(manager: EntityManager, id: number): Promise<Client> {
    return found(await this.repository.find(manager, id));
  }

  /** Finds the names of clients by id. */
  async findNames(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    const clients = await this.repository.findHolders(manager, [...new Set(ids)]);
    return new Map(clients.map(({ id, name }) => [id, name]));
  }

  /** Locks a client in the caller's transaction. @throws AppError client_not_found */
  async lockClient(manager: EntityManager, id: number, lock: ClientLock): Promise<Client> {
    return found(await this.repository.lock(manager, id, lock));
  }

  /** Changes the given fields. @throws AppError client_not_found, email_taken */
  async changeClient(id: number, change: ClientChange): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const client = await this.lockClient(manager, id, 'update');
      const { name, email, maxReservedUnits, maxOpenValueMinor, taxDeductedBp } = client;
      const before = { name, email, maxReservedUnits, maxOpenValueMinor, taxDeductedBp };
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const after = { ...before, ...(Object.fromEntries(given) as ClientChange) };
      await withUniqueEmail(() => this.repository.update(manager, id, after));
      await this.audit.record(manager, {
        action: 'client.updated',
        subject: `client ${id}`,
        before,
        after,
      });
    });
  }

  /** Changes the client's data on invoices. @throws AppError client_not_found */
  async changeBilling(id: number, after: ClientBilling): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const { billingAddress, gstin } = await this.lockClient(manager, id, 'update');
      await this.repository.updateBilling(manager, id, after);
      await this.audit.record(manager, {
        action: 'client.billing_changed',
        subject: `client ${id}`,
        before: { billingAddress, gstin },
        after: { ...after },
      });
    });
  }

  /**
   * Returns the id under which a client's tokens of a mode are stored: its own, or that of its test client, which is
   * created when first needed. The lock blocks concurrent callers and changes of the subscription, which name the test
   * client in the change log.
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

  /** Returns the ids under which a client's tokens are stored. @throws AppError client_not_found */
  async listHolders(manager: EntityManager, clientId: number): Promise<number[]> {
    const { id } = await this.getClient(manager, clientId);
    const testClientId = await this.repository.findTestClientId(manager, clientId);
    return testClientId === null ? [id] : [id, testClientId];
  }

  /** Returns the client whose tokens are stored under an id, and their mode. */
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
