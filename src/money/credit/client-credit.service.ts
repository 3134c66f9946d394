import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import type { CreditTerms } from '../ledger/credit/credit-terms.js';
import { CreditService } from '../ledger/credit/credit.service.js';
import { type Page, type PageRequest, readPage } from '../../platform/http/paging/page.js';
import {
  AgeingRepository,
  type Ageing,
  type ClientAgeing,
  type OpenItem,
} from './ageing.repository.js';

/** Purchases on account: the terms of clients, their unpaid orders, and how old these are. */
@Injectable()
export class ClientCreditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly credit: CreditService,
    private readonly repository: AgeingRepository,
  ) {}

  /** Reads a client's terms. @throws AppError client_not_found */
  async getTerms(clientId: number): Promise<CreditTerms> {
    const { manager } = this.dataSource;
    await this.clients.getClient(manager, clientId);
    return this.credit.getTerms(manager, clientId);
  }

  /** Locks a client's terms until the transaction ends. @throws AppError client_not_found */
  async lockTerms(manager: EntityManager, clientId: number): Promise<CreditTerms> {
    await this.clients.getClient(manager, clientId);
    return this.credit.lockTerms(manager, clientId);
  }

  /** Replaces a client's terms, which the caller has locked. */
  async putTerms(
    manager: EntityManager,
    clientId: number,
    terms: CreditTerms,
  ): Promise<CreditTerms> {
    await this.credit.putTerms(manager, clientId, terms);
    return terms;
  }

  /** Lists a client's unpaid orders bought on account, by order id. @throws AppError client_not_found */
  async listItems(clientId: number, page: PageRequest): Promise<Page<OpenItem>> {
    const { manager } = this.dataSource;
    await this.clients.getClient(manager, clientId);
    return readPage(page, (range) => this.repository.listItems(manager, clientId, range));
  }

  /** Computes what all clients owe, by age. */
  async getTotals(): Promise<Ageing> {
    return this.repository.sum(this.dataSource.manager);
  }

  /** Lists the clients who owe, with the age of what they owe, by client id. */
  async listClients(page: PageRequest): Promise<Page<ClientAgeing>> {
    return readPage(page, (range) => this.repository.listClients(this.dataSource.manager, range));
  }
}
