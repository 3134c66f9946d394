import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Invitation } from '../../identity/invitations/invitation.entity.js';
import { InvitationsService } from '../../identity/invitations/invitations.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import type { ClientBalances } from '../../money/ledger/account-lines.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import {
  everyPage,
  readPage,
  type Page,
  type PageRequest,
} from '../../platform/http/paging/page.js';
import {
  PlansService,
  type SubscriptionChange,
  type SubscriptionStanding,
} from '../../plans/plans.service.js';
import type { Client } from '../../clients/client.entity.js';
import { ClientsService, type ClientData, type NewClient } from '../../clients/clients.service.js';
import { unprintableIn } from '../../tax/rendering/unprintable.js';
import { ClientSearchRepository, type ClientFilter } from './client-search.repository.js';

export interface ClientRecord extends Client {
  /** null: the client never had a subscription. */
  subscription: SubscriptionStanding | null;
  balances: ClientBalances;
  /** Characters of its name and address that no document can show. Null: each can be shown. */
  unprintable: string[] | null;
}

/** Clients with their subscriptions and wallets, as operators see them. */
@Injectable()
export class ClientAdministrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly plans: PlansService,
    private readonly ledger: LedgerService,
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
    private readonly search: ClientSearchRepository,
  ) {}

  /**
   * Adds a client, with a subscription if one is given.
   *
   * @throws AppError validation_failed (no such plan; the subscription ends before it starts)
   */
  async createClient(
    client: ClientData,
    subscription: SubscriptionChange | null = null,
  ): Promise<ClientRecord> {
    return inTransaction(this.dataSource, async (manager) =>
      this.toRecord(manager, await this.add(manager, client, subscription)),
    );
  }

  /**
   * Adds a client, with a subscription if one is given. Invites a person as its owner, unless the e-mail address is blank.
   *
   * @param addRest adds more about the client in the same transaction
   * @returns also the link of the invitation, if no mail server sends it
   * @throws AppError email_taken, validation_failed as {@link createClient}
   */
  async createClientWithOwner<Rest>(
    client: ClientData,
    ownerEmail: string | undefined,
    subscription: SubscriptionChange | null,
    addRest: (manager: EntityManager, clientId: number) => Promise<Rest>,
  ): Promise<{ record: ClientRecord; invitationLink: string | null; rest: Rest }> {
    const { record, invitation, rest } = await inTransaction(this.dataSource, async (manager) => {
      const created = await this.add(manager, client, subscription);
      return {
        invitation: ownerEmail ? await this.invite(manager, created.id, ownerEmail) : null,
        rest: await addRest(manager, created.id),
        record: await this.toRecord(manager, created),
      };
    });
    const link = invitation ? (await this.invitations.deliver(invitation)).link : null;
    return { record, invitationLink: link, rest };
  }

  /**
   * Adds a client and the invitation of its owner in the caller's transaction. The invitation is delivered after the commit.
   *
   * @throws AppError as {@link createClientWithOwner}
   */
  async addClientWithOwner(
    manager: EntityManager,
    client: NewClient,
    { ownerEmail, subscription }: { ownerEmail: string; subscription: SubscriptionChange | null },
  ): Promise<{ clientId: number; invitation: Invitation }> {
    const { id: clientId } = await this.add(manager, client, subscription);
    return { clientId, invitation: await this.invite(manager, clientId, ownerEmail) };
  }

  /** Lists a page of the matching clients, read from one snapshot. */
  async listClients(filter: ClientFilter, page: PageRequest): Promise<Page<ClientRecord>> {
    return inSnapshot(this.dataSource, async (manager) =>
      readPage(page, async (range) => {
        const ids = await this.search.search(manager, filter, range);
        return this.toRecords(manager, await this.clients.findClients(manager, ids));
      }),
    );
  }

  everyPage(filter: ClientFilter): AsyncGenerator<ClientRecord[], void> {
    return everyPage((page) => this.listClients(filter, page));
  }

  /** @throws AppError client_not_found */
  async getClient(id: number): Promise<ClientRecord> {
    return inSnapshot(this.dataSource, async (manager) =>
      this.toRecord(manager, await this.clients.getClient(manager, id)),
    );
  }

  private async add(
    manager: EntityManager,
    client: NewClient,
    subscription: SubscriptionChange | null,
  ): Promise<Client> {
    const created = await this.clients.addClient(manager, client);
    if (subscription !== null) await this.plans.putSubscription(manager, created.id, subscription);
    return created;
  }

  private async invite(
    manager: EntityManager,
    clientId: number,
    ownerEmail: string,
  ): Promise<Invitation> {
    if (await this.users.hasUser(manager, ownerEmail)) throw new AppError('email_taken');
    return this.invitations.add(manager, ownerEmail, { kind: 'client', clientId, role: 'owner' });
  }

  private async toRecord(manager: EntityManager, client: Client): Promise<ClientRecord> {
    const [record] = await this.toRecords(manager, [client]);
    return record!;
  }

  private async toRecords(
    manager: EntityManager,
    clients: readonly Client[],
  ): Promise<ClientRecord[]> {
    const ids = clients.map(({ id }) => id);
    const subscriptions = await this.plans.listSubscriptions(manager, ids);
    const balances = await this.ledger.listBalances(manager, ids);
    return Promise.all(
      clients.map(async (client) => ({
        ...client,
        subscription: subscriptions.get(client.id) ?? null,
        balances: balances.get(client.id)!,
        unprintable: await unprintableIn(printedTexts(client)),
      })),
    );
  }
}

/** Lists the texts of a client that documents show. */
function printedTexts({ name, billingLine1, billingLine2, billingPlace }: Client): string[] {
  return [name, billingLine1, billingLine2, billingPlace].filter((text) => text !== null);
}
