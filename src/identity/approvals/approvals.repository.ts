import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, Not, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import {
  Approval,
  DELAY_HOURS,
  type ApprovalKindName,
  type ApprovalStatus,
  type NewApproval,
} from './approval.entity.js';

export interface ApprovalFilter {
  status?: ApprovalStatus | undefined;
  kinds: readonly ApprovalKindName[];
  clientId?: number | undefined;
}

export type Decision = Pick<Approval, 'status'> & {
  decidedBy: string;
  journalId?: number | null;
  rejectionReason?: string | null;
  approvalReason?: string | null;
};

@Injectable()
export class ApprovalsRepository {
  constructor(@InjectRepository(Approval) private readonly approvals: Repository<Approval>) {}

  /** @throws QueryFailedError of APPROVAL_UNIQUE when the same thing waits already, or an adjustment has the reference */
  async insert(manager: EntityManager, approval: NewApproval, proposedBy: string): Promise<number> {
    const [next] = await manager.query<[{ id: number }]>(
      "SELECT nextval('wallet_adjustments_id_seq')::integer AS id",
    );
    await manager.withRepository(this.approvals).insert({ ...approval, id: next.id, proposedBy });
    return next.id;
  }

  async setHeldJournal(manager: EntityManager, id: number, heldJournalId: number): Promise<void> {
    await manager.withRepository(this.approvals).update({ id }, { heldJournalId });
  }

  async get(manager: EntityManager, id: number): Promise<Approval> {
    return manager.withRepository(this.approvals).findOneByOrFail({ id });
  }

  /** Finds the approval of a thing with one of some statuses. */
  async findByKey(
    manager: EntityManager,
    { kind, key }: Pick<Approval, 'kind' | 'key'>,
    ...statuses: ApprovalStatus[]
  ): Promise<Approval | null> {
    const names = statuses.map((status) => `'${status}'`).join(', ');
    // The statuses are in the text, because a plan for any status does not use the index of those that wait.
    return manager
      .withRepository(this.approvals)
      .createQueryBuilder('approval')
      .where(`kind = :kind AND key = :key AND status IN (${names})`, { kind, key })
      .getOne();
  }

  async findWaiting(
    manager: EntityManager,
    kinds: readonly ApprovalKindName[],
    keys: readonly string[],
  ): Promise<Approval[]> {
    return manager
      .withRepository(this.approvals)
      .findBy({ kind: In(kinds), key: In(keys), status: 'waiting' });
  }

  /** Lists the ids of the delayed entries that take effect now. */
  async listDue(manager: EntityManager): Promise<number[]> {
    const due = await manager.query<{ id: number }[]>(
      `SELECT id FROM approvals WHERE status = 'waiting' AND details @> '{"isDelayed":true}'
        AND proposed_at <= clock_timestamp() - interval '${DELAY_HOURS} hours' ORDER BY id`,
    );
    return due.map(({ id }) => id);
  }

  async listReferred(
    manager: EntityManager,
    kind: ApprovalKindName,
    clientId: number,
  ): Promise<{ key: string; reference: string }[]> {
    const referred = await manager
      .withRepository(this.approvals)
      .find({
        select: { key: true, reference: true },
        where: {
          kind,
          clientId,
          status: Not<ApprovalStatus>('rejected'),
          reference: Not(IsNull()),
        },
        order: { id: 'ASC' },
      });
    return referred.map(({ key, reference }) => ({ key, reference: reference! }));
  }

  async find(manager: EntityManager, id: number): Promise<Approval | null> {
    return manager.withRepository(this.approvals).findOneBy({ id });
  }

  async lock(manager: EntityManager, id: number): Promise<Approval | null> {
    return manager
      .withRepository(this.approvals)
      .findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  async decide(manager: EntityManager, id: number, decision: Decision): Promise<Approval> {
    const decidedAt = (): string => 'clock_timestamp()';
    await manager.withRepository(this.approvals).update({ id }, { ...decision, decidedAt });
    return this.get(manager, id);
  }

  /** Lists the approvals, latest first. */
  async list(
    manager: EntityManager,
    { status, kinds, clientId }: ApprovalFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<Approval[]> {
    return manager
      .withRepository(this.approvals)
      .find({
        where: {
          kind: In([...kinds]),
          ...(beforeId !== null && { id: LessThan(beforeId) }),
          ...(status !== undefined && { status }),
          ...(clientId !== undefined && { clientId }),
        },
        order: { id: 'DESC' },
        take: limit,
      });
  }
}
