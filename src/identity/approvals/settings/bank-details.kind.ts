import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { instancesOf } from '../../../platform/instances-of.js';
import { ApprovalKind } from '../approval-kinds.js';
import type { Approval, ApprovalDetails, SettingChange } from '../approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from '../approvals.service.js';
import { assertUnchanged, changeOf } from './setting-change.js';

/** What a change would make of a setting, and what people call it. */
export interface ToldChange extends SettingChange {
  note: string;
}

/** A setting that tells people where to pay or where to send goods. For another one, extend this class, and provide the subclass. */
export abstract class ToldSetting<Data extends object = object, Stored = unknown> {
  /** The name of its data in the details of an approval. */
  abstract readonly name: keyof ApprovalDetails;
  /** The facts that tell people where to pay or send goods. Default: all. */
  readonly told?: readonly string[];

  /** Locks the setting, and compares it with a change. */
  abstract compare(manager: EntityManager, data: Data): Promise<ToldChange>;

  /** @param isApproved true: another person has approved it, perhaps on a later day */
  abstract store(manager: EntityManager, data: Data, isApproved: boolean): Promise<Stored>;
}

/** Whatever tells people where to pay or where to send goods. A person who changes it could receive both. */
@Injectable()
export class BankDetailsKind extends ApprovalKind {
  readonly name = 'bank_details';

  constructor(
    private readonly dataSource: DataSource,
    private readonly discovery: DiscoveryService,
    private readonly approvals: ApprovalsService,
  ) {
    super();
  }

  /** Changes a setting, or proposes it if people would pay or send goods elsewhere. @throws AppError as the setting */
  async change<Data extends object, Stored>(
    setting: ToldSetting<Data, Stored>,
    data: Data,
  ): Promise<DoneOrWaiting<Stored>> {
    const work = async (manager: EntityManager): Promise<Stored> =>
      setting.store(manager, data, false);
    return inTransaction(this.dataSource, async (manager) => {
      const { note, before, after } = await setting.compare(manager, data);
      const told = setting.told ?? Object.keys(after);
      if (told.every((fact) => before[fact] === after[fact])) {
        return { outcome: await work(manager), approval: null };
      }
      const details = { [setting.name]: data, change: { before, after } };
      const proposal = { kind: this.name, clientId: null, note, details } as const;
      return this.approvals.changeOrPropose(manager, proposal, work);
    });
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const { details } = approval;
    const settings = instancesOf(this.discovery, ToldSetting);
    const setting = settings.find(({ name }) => name in details)!;
    const data = details[setting.name] as object;
    const now = await setting.compare(manager, data);
    const { before, after } = changeOf(approval);
    assertUnchanged(before, now.before);
    assertUnchanged(after, now.after);
    await setting.store(manager, data, true);
    return null;
  }
}
