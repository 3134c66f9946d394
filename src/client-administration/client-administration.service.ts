import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Invitation } from '../accounts/invitations/invitation.entity.js';
import { InvitationsService } from '../accounts/invitations/invitations.service.js';
import { UsersService } from '../accounts/users/users.service.js';
import type { ClientBalances } from '../ledger/account-lines.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { inSnapshot, inTransaction } from '../platform/database/transaction.js';
import { AppError } from '../platform/http/errors.js';
import { everyPage, toPage, type Page, type PageRequest } from '../platform/http/paging/page.js';
import {
  PlansService,
  type SubscriptionChange,
  type SubscriptionStanding,
} from '../plans/plans.service.js';
import type { Client } from '../clients/client.entity.js';
import { ClientsService, type ClientData, type NewClient } from '../clients/clients.service.js';
import { ClientSearchRepository, type ClientFilter } from './client-search.repository.js';

/** A client as operators see it. */
export interface ClientRecord extends Client {
  /** null: the client never had a subscription. */
  subscription: SubscriptionStanding | null;
  balances: ClientBalances;
}

/** Clients with their subscriptions and wallets, as operators see them. */
@Injectable()
export class ClientAdministrationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
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
    return inTransaction(this.dataSource, async (manager) => {
      const created = await this.clients.addClient(manager, client);
      if (subscription !== null) {
        await this.plans.putSubscription(manager, created.id, subscription);
      }
      return this.toRecord(manager, created);
    });
  }

  /**
   * Adds a client, with a subscription if one is given, and invites a person as its owner.
   *
   * @returns also the link of the invitation, if no mail server sends it
   * @throws AppError email_taken, validation_failed as {@link createClient}
   */
  async createClientWithOwner(
    client: ClientData,
    ownerEmail: string,
    subscription: SubscriptionChange | null,
  ): Promise<{ record: ClientRecord; invitationLink: string | null }> {
    const { record, invitation } = await inTransaction(this.dataSource, (manager) =>
      this.addClientWithOwner(manager, client, { ownerEmail, subscription }),
    );
    const { link } = await this.invitations.deliver(invitation);
    return { record, invitationLink: link };
  }

  /**
   * Adds a client and the invitation of its owner in the caller's transaction, which is delivered after the commit.
   *
   * @throws AppError as {@link createClientWithOwner}
   */
  async addClientWithOwner(
    manager: EntityManager,
    client: NewClient,
    { ownerEmail, subscription }: { ownerEmail: string; subscription: SubscriptionChange | null },
  ): Promise<{ record: ClientRecord; invitation: Invitation }> {
    const created = await this.clients.addClient(manager, client);
    if (subscription !== null) {
      await this.plans.putSubscription(manager, created.id, subscription);
    }
    if (await this.users.hasUser(manager, ownerEmail)) throw new AppError('email_taken');
    const position = { kind: 'client', clientId: created.id, role: 'owner' } as const;
    return {
      invitation: await this.invitations.add(manager, ownerEmail, position),
      record: await this.toRecord(manager, created),
    };
  }

  /** Lists a page of the matching clients, read at one moment. */
  async listClients(
    filter: ClientFilter,
    { afterId, limit }: PageRequest,
  ): Promise<Page<ClientRecord>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const ids = await this.search.search(manager, filter, { afterId, limit: limit + 1 });
      const clients = await this.clients.findClients(manager, ids);
      return toPage(await this.toRecords(manager, clients), limit);
    });
  }

  /** Yields all pages of the same list. */
  everyPage(filter: ClientFilter): AsyncGenerator<ClientRecord[], void> {
    return everyPage((page) => this.listClients(filter, page));
  }

  /** Gets a client. @throws AppError client_not_found */
  async getClient(id: number): Promise<ClientRecord> {
    return inSnapshot(this.dataSource, async (manager) =>
      this.toRecord(manager, await this.clients.getClient(manager, id)),
    );
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
    return clients.map((client) => ({
      ...client,
      subscription: subscriptions.get(client.id) ?? null,
      balances: balances.get(client.id)!,
    }));
  }
}
