import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OperatorPermission } from '../roles.js';
import type { LimitKind } from './approval-limits.js';
import { APPROVAL_KINDS, type Approval, type ApprovalKindName } from './approval.entity.js';

/**
 * A kind of entries that wait for another person. To add one, add its name to APPROVAL_KINDS, implement this interface, and
 * give the implementation to {@link ApprovalKinds}.
 */
export interface ApprovalKind {
  readonly name: ApprovalKindName;
  /** The limit above which entries wait; null: all of them wait. */
  readonly limit: LimitKind | null;
  /** Permission that the person who proposes, and the one who approves or rejects, must have. */
  readonly permission: OperatorPermission;
  /** Permission to see entries. */
  readonly readPermission: OperatorPermission;

  /**
   * Sets aside what must not be used while the entry waits, in the transaction that proposes it.
   *
   * @returns the journal; null: nothing is set aside
   */
  setAside?(manager: EntityManager, approval: Approval): Promise<number>;

  /**
   * Does what was proposed, in the transaction that approves it. It checks everything again, and what it throws refuses the
   * approval, which keeps waiting.
   *
   * @returns the journal; null for an entry that is not about money
   */
  carryOut(manager: EntityManager, approval: Approval): Promise<number | null>;

  /** Gives back what was set aside, in the transaction that rejects the entry. */
  giveBack?(manager: EntityManager, approval: Approval): Promise<void>;
}

/** The kinds of entries that can wait for another person. Each feature adds its own at the start. */
@Injectable()
export class ApprovalKinds {
  private readonly kinds = new Map<ApprovalKindName, ApprovalKind>();

  add(kind: ApprovalKind): void {
    this.kinds.set(kind.name, kind);
  }

  get(name: ApprovalKindName): ApprovalKind {
    const kind = this.kinds.get(name);
    if (kind === undefined) throw new Error(`no feature has added the approval kind ${name}`);
    return kind;
  }

  /** Returns the names of the kinds that a caller may see. */
  listReadable(isPermitted: (permission: OperatorPermission) => boolean): ApprovalKindName[] {
    return APPROVAL_KINDS.filter((name) => isPermitted(this.get(name).readPermission));
  }
}
