import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Raw, Repository, type EntityManager } from 'typeorm';
import { selectFrom } from '../platform/database/reads/entity-rows.js';
import { Client } from './client.entity.js';
import { toPartyColumns } from './tax-party.js';

/** Lock modes: `share` prevents changes of the client, `update` also prevents other locks. */
export type ClientLock = 'share' | 'update';

const LOCKS = { share: 'FOR SHARE', update: 'FOR NO KEY UPDATE' } as const;

@Injectable()
export class ClientsRepository {
  private readonly rows: string;

  constructor(@InjectRepository(Client) private readonly clients: Repository<Client>) {
    this.rows = selectFrom(clients);
  }

  async insert(
    manager: EntityManager,
    client: Pick<Client, 'name' | 'email'> & Partial<Client>,
  ): Promise<Client> {
    const entity = this.clients.create({
      billingAddress: null,
      ...toPartyColumns({ gstin: null, sez: null, billing: null }),
      maxReservedUnits: null,
      maxOpenValueMinor: null,
      taxDeductedBp: null,
      ...client,
    });
    await manager.withRepository(this.clients).insert(entity);
    return entity;
  }

  async find(manager: EntityManager, id: number): Promise<Client | null> {
    const [client] = await manager.query<Client[]>(
      `${this.rows} WHERE id = $1 AND test_of IS NULL`,
      [id],
    );
    return client ?? null;
  }

  /** Finds a client by its e-mail address in any case. */
  async findByEmail(manager: EntityManager, email: string): Promise<Client | null> {
    const sameEmail = Raw((stored) => `lower(${stored}) = lower(:email)`, { email });
    return manager.withRepository(this.clients).findOneBy({ email: sameEmail, testOf: IsNull() });
  }

  /** Lists all clients but the test clients. */
  async listAll(manager: EntityManager): Promise<Client[]> {
    return manager
      .withRepository(this.clients)
      .find({ where: { testOf: IsNull() }, order: { id: 'ASC' } });
  }

  /** Finds clients by names in capitals. */
  async findByNames(manager: EntityManager, names: readonly string[]): Promise<Client[]> {
    const oneOf = Raw((stored) => `upper(${stored}) = ANY (:names)`, { names });
    return manager.withRepository(this.clients).findBy({ name: oneOf, testOf: IsNull() });
  }

  /** Finds the client with a GSTIN, and locks the GSTIN until the transaction ends, so that no other transaction can assign it. */
  async findByGstin(manager: EntityManager, gstin: string): Promise<Client | null> {
    await this.lockGstin(manager, gstin);
    return manager.withRepository(this.clients).findOneBy({ gstin, testOf: IsNull() });
  }

  /** Returns true if the wholesaler has, had or will have a GSTIN, and locks it as {@link findByGstin}. */
  async isOfWholesaler(manager: EntityManager, gstin: string): Promise<boolean> {
    await this.lockGstin(manager, gstin);
    const [found] = await manager.query<object[]>('SELECT FROM tax_profiles WHERE gstin = $1', [
      gstin,
    ]);
    return found !== undefined;
  }

  private async lockGstin(manager: EntityManager, gstin: string): Promise<void> {
    await manager.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('registration ' || $1::text, 0))`,
      [gstin],
    );
  }

  async lock(manager: EntityManager, id: number, lock: ClientLock): Promise<Client | null> {
    const [client] = await manager.query<Client[]>(
      `${this.rows} WHERE id = $1 AND test_of IS NULL ${LOCKS[lock]}`,
      [id],
    );
    return client ?? null;
  }

  async update(manager: EntityManager, id: number, change: Partial<Client>): Promise<void> {
    await manager.withRepository(this.clients).update({ id }, change);
  }

  /** Counts clients whose billing address has no fields yet. Test clients have none. */
  async countWithoutAddress(manager: EntityManager): Promise<number> {
    return manager
      .withRepository(this.clients)
      .countBy({ testOf: IsNull(), billingState: IsNull() });
  }

  /** Finds the id of a client's test client; null until its first test token. */
  async findTestClientId(manager: EntityManager, clientId: number): Promise<number | null> {
    const found = await manager.withRepository(this.clients).findOneBy({ testOf: clientId });
    return found?.id ?? null;
  }

  /** Lists the ids of a client and of its test client, the client's first; none for a test client. */
  async listHolderIds(manager: EntityManager, clientId: number): Promise<number[]> {
    const holders = await manager
      .withRepository(this.clients)
      .find({
        select: { id: true },
        where: [{ id: clientId, testOf: IsNull() }, { testOf: clientId }],
        order: { id: 'ASC' },
      });
    return holders.map(({ id }) => id);
  }

  /** Gets a client or a test client. */
  async getHolder(manager: EntityManager, holderId: number): Promise<Client> {
    return manager.withRepository(this.clients).findOneByOrFail({ id: holderId });
  }

  /** Finds the names of clients and test clients. Lists need only these; an entity has twenty more columns. */
  async findNames(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<Pick<Client, 'id' | 'name'>[]> {
    return manager.query('SELECT id, name FROM clients WHERE id = ANY ($1)', [ids]);
  }

  /** Finds clients and test clients, by id. */
  async findHolders(manager: EntityManager, holderIds: readonly number[]): Promise<Client[]> {
    return manager
      .withRepository(this.clients)
      .find({ where: { id: In(holderIds) }, order: { id: 'ASC' } });
  }
}
