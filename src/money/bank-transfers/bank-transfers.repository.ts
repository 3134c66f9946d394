import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Not, Raw, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import { BankTransfer, type TransferStatus } from './bank-transfer.entity.js';
import { normalizeReference } from '../../platform/reference-form.js';

export interface TransferFilter {
  clientId?: number | undefined;
  status?: TransferStatus | undefined;
  /** The UTR, typed in any way. */
  utr?: string | undefined;
}

export type TransferClaim = Pick<
  BankTransfer,
  'clientId' | 'utr' | 'amountMinor' | 'sentOn' | 'orderNumbers' | 'claimedBy'
>;

export type TransferDecision = Pick<BankTransfer, 'status' | 'decidedBy'> &
  Partial<Pick<BankTransfer, 'reason' | 'receiptId' | 'outcomes'>>;

@Injectable()
export class BankTransfersRepository {
  constructor(
    @InjectRepository(BankTransfer) private readonly transfers: Repository<BankTransfer>,
  ) {}

  /** @throws QueryFailedError of TRANSFER_UTR_UNIQUE */
  async insert(manager: EntityManager, claim: TransferClaim): Promise<BankTransfer> {
    const repository = manager.withRepository(this.transfers);
    const { identifiers } = await repository.insert(claim);
    return repository.findOneByOrFail({ id: (identifiers[0] as { id: number }).id });
  }

  /** Finds the transfer with this UTR, in any spelling, that a client claimed, unless it was rejected. */
  async findClaim(
    manager: EntityManager,
    clientId: number,
    utr: string,
  ): Promise<BankTransfer | null> {
    return manager.withRepository(this.transfers).findOne({
      where: {
        clientId,
        // UTRs are ASCII, so that this is their normal form.
        utr: Raw((known) => `reference_form(${known}) = reference_form(:utr)`, { utr }),
        status: Not<TransferStatus>('rejected'),
      },
      order: { id: 'ASC' },
    });
  }

  /** Finds the transfers of all clients with the given UTRs, except rejected ones. */
  async findByUtrs(manager: EntityManager, utrs: readonly string[]): Promise<BankTransfer[]> {
    return manager
      .withRepository(this.transfers)
      .findBy({ utr: In(utrs), status: Not<TransferStatus>('rejected') });
  }

  /** Lists who claimed the given UTRs, also where the claim was rejected. */
  async listClaimants(
    manager: EntityManager,
    utrs: readonly string[],
  ): Promise<Pick<BankTransfer, 'utr' | 'clientId'>[]> {
    return manager
      .withRepository(this.transfers)
      .find({ select: { id: true, utr: true, clientId: true }, where: { utr: In(utrs) } });
  }

  /** Finds the undecided transfers of all clients with the given UTRs. */
  async findOpenByUtrs(manager: EntityManager, utrs: readonly string[]): Promise<BankTransfer[]> {
    return manager.withRepository(this.transfers).findBy({ utr: In(utrs), status: 'claimed' });
  }

  /** Finds the undecided transfers of a client and of some amounts that were sent within some days of a day. */
  async findOpenNear(
    manager: EntityManager,
    near: { clientId: number; amounts: readonly number[]; day: string; days: number },
  ): Promise<BankTransfer[]> {
    const { clientId, amounts, day, days } = near;
    return manager
      .withRepository(this.transfers)
      .findBy({
        ...({ clientId, status: 'claimed', amountMinor: In(amounts) } as const),
        sentOn: Raw((at) => `abs(CAST(${at} AS date) - CAST(:day AS date)) <= :days`, {
          day,
          days,
        }),
      });
  }

  async find(manager: EntityManager, id: number): Promise<BankTransfer | null> {
    return manager.withRepository(this.transfers).findOneBy({ id });
  }

  async findByReceipt(manager: EntityManager, receiptId: number): Promise<BankTransfer | null> {
    return manager.withRepository(this.transfers).findOneBy({ receiptId });
  }

  async lock(manager: EntityManager, id: number): Promise<BankTransfer | null> {
    return manager
      .withRepository(this.transfers)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async decide(
    manager: EntityManager,
    id: number,
    decision: TransferDecision,
  ): Promise<BankTransfer> {
    const repository = manager.withRepository(this.transfers);
    await repository.update({ id }, { ...decision, decidedAt: () => 'clock_timestamp()' });
    return repository.findOneByOrFail({ id });
  }

  /** Lists the latest transfers first. */
  async list(
    manager: EntityManager,
    { clientId, status, utr }: TransferFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<BankTransfer[]> {
    return manager
      .withRepository(this.transfers)
      .find({
        where: {
          ...(beforeId !== null && { id: LessThan(beforeId) }),
          ...(clientId !== undefined && { clientId }),
          ...(status !== undefined && { status }),
          ...(utr !== undefined && { utr: normalizeReference(utr) }),
        },
        order: { id: 'DESC' },
        take: limit,
      });
  }
}
