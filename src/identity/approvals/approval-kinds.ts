import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { instancesOf } from '../../platform/instances-of.js';
import type { OperatorPermission } from '../../platform/http/access/permissions.js';
import { APPROVAL_KINDS, type Approval, type ApprovalKindName } from './approval.entity.js';

/** A kind of entries that need approval. For another one, extend this class and APPROVAL_KINDS, and provide the subclass. */
export abstract class ApprovalKind {
  abstract readonly name: ApprovalKindName;
  /** Permission to approve or reject an entry, and to propose it unless `proposedWith` says otherwise. */
  readonly permission: OperatorPermission = 'money:write';
  /** Permission that the person who proposes must have. With it, one can withdraw one's own entry. */
  readonly proposedWith?: OperatorPermission;
  /** True: it waits also if the admin token enters it, where an owner exists. */
  readonly isForAdminToken: boolean = false;
  /** Permission to see entries. */
  readonly readPermission: OperatorPermission = 'money:read';

  /** The first part of the names of its entries in the audit log. */
  readonly auditedAs: 'approval' | 'adjustment' = 'approval';

  /** True: an owner of the client may decide, too. */
  readonly isForClient: boolean = false;

  /** Refuses an approval by an operator. @param reason null: none was given */
  assertApprovable?(
    manager: EntityManager,
    approval: Approval,
    reason: string | null,
  ): Promise<void>;

  /** Tells the client's owners about a new entry, in the transaction that proposes it. */
  announce?(manager: EntityManager, approval: Approval): Promise<void>;

  /**
   * Locks what other calls lock before they end an entry that is no longer needed. Runs before the entry is locked, so that
   * neither waits for the other.
   */
  lockFirst?(manager: EntityManager, approval: Approval): Promise<void>;

  /**
   * Does what was proposed, in the transaction that approves it. Checks everything again; an error refuses the approval, which
   * keeps waiting.
   *
   * @returns the journal; null for an entry that is not about money
   */
  abstract carryOut(manager: EntityManager, approval: Approval): Promise<number | null>;

  /** Does what follows from an approval, after its transaction. Runs again if the approval is sent again. */
  afterApproval?(approval: Approval): Promise<void>;

  /**
   * Sets aside what must not be used while the entry waits, in the transaction that proposes it.
   *
   * @returns the journal; null: nothing is set aside
   */
  setAside?(manager: EntityManager, approval: Approval): Promise<number>;

  /** Returns what was set aside, in the transaction that rejects the entry. */
  giveBack?(manager: EntityManager, approval: Approval): Promise<void>;
}

/** The kinds of entries that can wait for another person, found among the providers of all features. */
@Injectable()
export class ApprovalKinds {
  /** Searched only once, because an application has hundreds of providers. */
  private byName: ReadonlyMap<string, ApprovalKind> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  get(name: ApprovalKindName): ApprovalKind {
    this.byName ??= new Map(
      instancesOf(this.discovery, ApprovalKind).map((known) => [known.name, known]),
    );
    const kind = this.byName.get(name);
    if (kind === undefined) throw new Error(`no feature provides the approval kind ${name}`);
    return kind;
  }

  /** Lists the names of the kinds that owners of a client decide. */
  listForClients(): ApprovalKindName[] {
    return APPROVAL_KINDS.filter((name) => this.get(name).isForClient);
  }

  /** Lists the names of the kinds that a caller may see. */
  listReadable(isPermitted: (permission: OperatorPermission) => boolean): ApprovalKindName[] {
    return APPROVAL_KINDS.filter((name) => isPermitted(this.get(name).readPermission));
  }
}
