import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ADMIN_TOKEN_ACTOR, AuditService } from '../../platform/audit/audit.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import type { Permitted } from '../signed-in-user.js';
import { personIdOf, personOf } from '../../platform/audit/actor.js';
import { UsersService } from '../users/users.service.js';
import { ApprovalKinds, type ApprovalKind } from './approval-kinds.js';
import { assertMayDecide, decidedBefore, type Decider } from './may-decide.js';
import {
  APPROVAL_UNIQUE,
  type Approval,
  type ApprovalKindName,
  type ApprovalStatus,
  type NewApproval,
} from './approval.entity.js';
import { ApprovalsRepository, type ApprovalFilter } from './approvals.repository.js';
import { tryOut, type Recorded } from './try-out.js';
import { UNNEEDED } from './unneeded.js';

/** Outcome of a recorded change, or the approval that the change waits for. */
export type DoneOrWaiting<T> =
  | { outcome: T; approval: null }
  | { outcome: null; approval: Approval };

/** Entries that are no longer needed. */
export interface Unneeded {
  kind: ApprovalKindName | readonly ApprovalKindName[];
  keys: readonly string[];
  /** The end of a sentence. */
  why: string;
  /** Ends only entries of this amount. */
  amountMinor?: number;
}

/** Entries that one person proposes and another one approves. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly kinds: ApprovalKinds,
    private readonly users: UsersService,
    private readonly repository: ApprovalsRepository,
  ) {}

  /**
   * Does the work of a caller, or proposes it if it needs another person. It tries `work` first and takes it back, so that
   * nothing is proposed that would be refused.
   * - the same thing again returns the waiting approval
   *
   * @throws AppError reference_used (the same thing waits with another client or amount), and what `work` throws
   */
  async doOrPropose<T>(
    manager: EntityManager,
    proposal: NewApproval,
    work: (manager: EntityManager) => Promise<Recorded<T>>,
  ): Promise<DoneOrWaiting<T>> {
    const waiting = await this.findSame(manager, proposal, 'waiting');
    const kind = this.kinds.get(proposal.kind);
    if (personIdOf(this.audit.origin().actor) === null && !kind.isForAdminToken) {
      // Who decides about it locks it before the rest, too.
      if (waiting !== null && kind.lockFirst === undefined) {
        await this.repository.lock(manager, waiting.id);
      }
      const keys = waiting === null ? [] : [waiting.key];
      const unneeded = { kind: kind.name, keys, why: 'it was recorded meanwhile' };
      // The work uses what is set aside for the same thing.
      if (kind.giveBack !== undefined) await this.endUnneeded(manager, unneeded);
      const { outcome, isRecorded = true } = await work(manager);
      if (isRecorded) await this.endUnneeded(manager, unneeded);
      return { outcome, approval: null };
    }
    if (waiting !== null) return { outcome: null, approval: waiting };
    const done = await tryOut(manager, work);
    if (done !== null) return { outcome: done.outcome, approval: null };
    const approval = await inTransaction(
      manager,
      async (nested) =>
        (await this.findSame(nested, proposal, 'waiting')) ?? this.propose(nested, kind, proposal),
      { retryOnUnique: APPROVAL_UNIQUE },
    );
    return { outcome: null, approval };
  }

  /**
   * Stores an entry that waits regardless of its proposer, unless the proposer may carry it out alone. The same entry again
   * returns the first one, unless that was rejected.
   *
   * @param isSmall returns true if the proposer may carry it out alone
   * @throws AppError reference_used, and what the kind throws
   */
  async proposeOnce(
    within: EntityManager,
    proposal: NewApproval,
    isSmall: (manager: EntityManager) => Promise<boolean>,
  ): Promise<Approval & { isReplay: boolean }> {
    const work = async (manager: EntityManager): Promise<Approval & { isReplay: boolean }> => {
      const known = await this.findSame(manager, proposal, 'waiting', 'approved');
      if (known !== null) return { ...known, isReplay: true };
      const kind = this.kinds.get(proposal.kind);
      const approval = await this.propose(manager, kind, proposal);
      if (!(await isSmall(manager))) return { ...approval, isReplay: false };
      const isOwnProposal = true;
      return { ...(await this.carryOut(manager, approval, { isOwnProposal })), isReplay: false };
    };
    return inTransaction(within, work, { retryOnUnique: APPROVAL_UNIQUE });
  }

  /**
   * Changes a setting, or proposes it where an owner other than the caller exists, or the caller may not approve it; see
   * {@link doOrPropose}.
   */
  async changeOrPropose<T>(
    manager: EntityManager,
    change: Pick<NewApproval, 'kind' | 'clientId' | 'details'> & Partial<Pick<NewApproval, 'note'>>,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<DoneOrWaiting<T>> {
    // Before the work, which may make another owner. The same proposal of a colleague does not hold up the only owner.
    if (await this.mayChangeAlone(manager, change.kind)) {
      return { outcome: await work(manager), approval: null };
    }
    const content = JSON.stringify([change.clientId, change.details]);
    const key = createHash('sha256').update(content).digest('hex');
    const proposal = { note: null, ...change, key, amountMinor: null, reference: null };
    return this.doOrPropose(manager, proposal, async (nested) => ({
      outcome: await work(nested),
      isSettled: () => false,
    }));
  }

  /**
   * Approves an entry and carries it out. If the same person approves it again, it is returned unchanged.
   *
   * @throws AppError approval_not_found, permission_denied, own_proposal, approval_decided, proposer_not_permitted, and what
   *   the kind throws
   */
  async approve(
    id: number,
    decider: Decider,
    key: Idempotency,
    approvalReason: string | null = null,
  ): Promise<Approval> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const { approval, kind, actor } = await this.lock(manager, id, decider);
      if (approval.status !== 'waiting') return decidedBefore(approval, 'approved', actor);
      const isOwnProposal = personOf(approval.proposedBy) === personOf(actor);
      if (isOwnProposal && !(await this.mayApproveItsOwn(manager, actor, kind))) {
        throw new AppError('own_proposal');
      }
      await this.users.assertMayApprove(manager, actor);
      await this.assertProposerMay(manager, approval, kind);
      if (typeof decider === 'function') {
        await kind.assertApprovable?.(manager, approval, approvalReason);
      }
      return this.carryOut(manager, approval, { approvalReason, isOwnProposal });
    });
  }

  /** Carries out a delayed entry, unless it was decided meanwhile. @param why the reason to reject it instead */
  async settle(id: number, why: string | null = null): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const approval = await this.repository.lock(manager, id);
      if (approval?.status !== 'waiting') return null;
      if (why !== null) return this.takeBack(manager, approval, why);
      await this.assertProposerMay(manager, approval, this.kinds.get(approval.kind));
      return this.carryOut(manager, approval, { isOwnProposal: false });
    });
  }

  /** Does what follows from an approval whose transaction has ended. */
  async followUp(approval: Approval): Promise<void> {
    await this.kinds.get(approval.kind).afterApproval?.(approval);
  }

  /**
   * Rejects an entry, which may be one's own, and returns what was set aside. If the same person rejects it again, it is
   * returned unchanged.
   *
   * @throws AppError approval_not_found, permission_denied, approval_decided
   */
  async reject(
    id: number,
    rejectionReason: string | null,
    decider: Decider,
    key: Idempotency,
  ): Promise<Approval> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const { approval, actor } = await this.lock(manager, id, decider);
      if (approval.status !== 'waiting') return decidedBefore(approval, 'rejected', actor);
      return this.takeBack(manager, approval, rejectionReason);
    });
  }

  /** Ends the entries of a kind that wait with the given keys: the caller's transaction has done the same in another way. */
  async endUnneeded(
    manager: EntityManager,
    { kind, keys, why, amountMinor }: Unneeded,
  ): Promise<void> {
    for (const { id } of await this.findWaiting(manager, kind, keys)) {
      const approval = await this.repository.lock(manager, id);
      if (approval?.status !== 'waiting' || manager.queryRunner!.data.approvalId === id) continue;
      if (amountMinor !== undefined && approval.amountMinor !== amountMinor) continue;
      await this.takeBack(manager, approval, `${UNNEEDED}${why}.`);
    }
  }

  /** Finds an approved entry for the same thing. */
  async findApproved(
    manager: EntityManager,
    thing: Pick<Approval, 'kind' | 'key'>,
  ): Promise<Approval | null> {
    return this.repository.findByKey(manager, thing, 'approved');
  }

  /** Locks an entry of a kind; null: it does not exist. */
  async lockOfKind(
    manager: EntityManager,
    kind: ApprovalKindName,
    id: number,
  ): Promise<Approval | null> {
    const approval = await this.repository.lock(manager, id);
    return approval?.kind === kind ? approval : null;
  }

  /** Finds the approvals of a kind, or of several, that wait with the given keys. */
  async findWaiting(
    manager: EntityManager,
    kind: Unneeded['kind'],
    keys: readonly string[],
  ): Promise<Approval[]> {
    return keys.length === 0 ? [] : this.repository.findWaiting(manager, [kind].flat(), keys);
  }

  /** Finds the ids of the approvals of a kind that wait, by their keys. */
  async findWaitingIds(
    manager: EntityManager,
    kind: ApprovalKindName,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const waiting = await this.findWaiting(manager, kind, keys);
    return new Map(waiting.map(({ key, id }) => [key, id]));
  }

  /** Lists the keys and references of a client's approvals of a kind, except rejected ones, the oldest first. */
  async listReferred(
    manager: EntityManager,
    kind: ApprovalKindName,
    clientId: number,
  ): Promise<{ key: string; reference: string }[]> {
    return this.repository.listReferred(manager, kind, clientId);
  }

  /** Returns the first key, unless only an approval that an earlier release has stored under the former one waits. */
  async keyInUse(
    manager: EntityManager,
    kind: ApprovalKindName,
    [key, former]: readonly [string, string],
  ): Promise<string> {
    if (key === former) return key;
    const waiting = await this.findWaiting(manager, kind, [key, former]);
    return waiting.length === 1 ? waiting[0]!.key : key;
  }

  /** Lists the latest approvals first; one more than `limit`, if there are more. */
  async list(filter: ApprovalFilter, { beforeId, limit }: NewestFirst): Promise<Approval[]> {
    const range = { beforeId, limit: limit + 1 };
    return this.repository.list(this.dataSource.manager, filter, range);
  }

  /** Lists what waits for an owner of a client, latest first. */
  async listForClient(clientId: number, page: NewestFirst): Promise<Page<Approval>> {
    const filter = { status: 'waiting', kinds: this.kinds.listForClients(), clientId } as const;
    return toPage(await this.list(filter, page), page.limit);
  }

  /** Lists the names of the kinds that a caller may see. */
  listReadable(isPermitted: Permitted): ApprovalKindName[] {
    return this.kinds.listReadable(isPermitted);
  }

  /** Finds an entry for the same thing, with one of some statuses. @throws AppError reference_used */
  private async findSame(
    manager: EntityManager,
    proposal: NewApproval,
    ...statuses: ApprovalStatus[]
  ): Promise<Approval | null> {
    const same = await this.repository.findByKey(manager, proposal, ...statuses);
    if (same === null) return null;
    const { id, clientId, amountMinor } = same;
    if (clientId === proposal.clientId && amountMinor === proposal.amountMinor) return same;
    const message = `The same is approval ${id} already, for another client or amount.`;
    throw new AppError('reference_used', { message });
  }

  private async propose(
    manager: EntityManager,
    kind: ApprovalKind,
    proposal: NewApproval,
  ): Promise<Approval> {
    const id = await this.repository.insert(manager, proposal, this.audit.origin().actor);
    const approval = await this.repository.get(manager, id);
    await this.record(manager, 'proposed', approval);
    await kind.announce?.(manager, approval);
    if (kind.setAside === undefined) return approval;
    await this.repository.setHeldJournal(manager, id, await kind.setAside(manager, approval));
    return this.repository.get(manager, id);
  }

  /** Rejects a locked entry, and returns what was set aside. */
  private async takeBack(
    manager: EntityManager,
    approval: Approval,
    rejectionReason: string | null,
  ): Promise<Approval> {
    await this.record(manager, 'rejected', approval, { rejectionReason });
    await this.kinds.get(approval.kind).giveBack?.(manager, { ...approval, rejectionReason });
    const { actor: decidedBy } = this.audit.origin();
    const decision = { status: 'rejected', decidedBy, rejectionReason } as const;
    return this.repository.decide(manager, approval.id, decision);
  }

  private async lock(
    manager: EntityManager,
    id: number,
    decider: Decider,
  ): Promise<{ approval: Approval; kind: ApprovalKind; actor: string }> {
    const known = await this.repository.find(manager, id);
    if (known === null) throw new AppError('approval_not_found');
    const kind = this.kinds.get(known.kind);
    const { actor } = this.audit.origin();
    assertMayDecide(known, kind, { decider, actor });
    await kind.lockFirst?.(manager, known);
    const approval = await this.repository.lock(manager, id);
    if (approval === null) throw new AppError('approval_not_found');
    return { approval, kind, actor };
  }

  /** Carries out an entry after its checks. @param facts of the decision, for the audit log */
  private async carryOut(
    manager: EntityManager,
    approval: Approval,
    facts: { approvalReason?: string | null; isOwnProposal: boolean },
  ): Promise<Approval> {
    await this.record(manager, 'approved', approval, facts);
    // What follows from it in this transaction does not end it as unneeded.
    manager.queryRunner!.data.approvalId = approval.id;
    const journalId = await this.kinds.get(approval.kind).carryOut(manager, approval);
    const { approvalReason = null } = facts;
    const { actor: decidedBy } = this.audit.origin();
    const decision = { status: 'approved', decidedBy, journalId, approvalReason } as const;
    // Last: a proposal of the same key waits for it, and holds locks that nothing needs from here on.
    return this.repository.decide(manager, approval.id, decision);
  }

  /** Returns true if the caller may approve a kind, and no owner other than the caller exists. */
  private async mayChangeAlone(manager: EntityManager, name: ApprovalKindName): Promise<boolean> {
    const userId = personIdOf(this.audit.origin().actor);
    if (await this.users.hasOtherOwner(manager, userId)) return false;
    if (userId === null) return true;
    return (await this.users.permissionsOf(manager, userId)).has(this.kinds.get(name).permission);
  }

  /** Returns true if an actor may approve its own proposal. Only the admin token may, as long as no operator can sign in. */
  private async mayApproveItsOwn(
    manager: EntityManager,
    actor: string,
    { isForAdminToken }: ApprovalKind,
  ): Promise<boolean> {
    if (isForAdminToken) return false;
    return actor === ADMIN_TOKEN_ACTOR && !(await this.users.hasOperators(manager));
  }

  /** @throws AppError proposer_not_permitted, never for the admin token */
  private async assertProposerMay(
    manager: EntityManager,
    { proposedBy }: Approval,
    { permission, proposedWith = permission }: ApprovalKind,
  ): Promise<void> {
    const id = personIdOf(proposedBy);
    if (id === null) return;
    const permissions = await this.users.permissionsOf(manager, id);
    if (permissions?.has(proposedWith) === true) return;
    throw new AppError('proposer_not_permitted');
  }

  private async record(
    manager: EntityManager,
    step: 'proposed' | 'approved' | 'rejected',
    { id, kind, clientId, amountMinor, reference, note, proposedBy }: Approval,
    details: object = {},
  ): Promise<void> {
    const { auditedAs } = this.kinds.get(kind);
    const facts = { kind, amountMinor, reference, note, proposedBy, ...details };
    await this.audit.record(manager, {
      action: `${auditedAs}.${step}`,
      subject: clientId === null ? `approval ${id}` : `client ${clientId}`,
      after: { [`${auditedAs}Id`]: id, ...facts },
    });
  }
}
