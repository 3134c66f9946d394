import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { permissionsOfMember, type MemberRole } from '../../identity/roles.js';
import { lockSession } from '../../identity/signed-in-user.js';
import { UsersService, type Person } from '../../identity/users/users.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { Mail } from '../../platform/mail/mail.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { MESSAGE_KIND_ROWS, MESSAGE_KINDS, type MessageKind } from './message-kinds.js';
import { MessageWriter } from './message-writer.js';
import { MessagesRepository, type EventGroup } from './messages.repository.js';

const TEMPLATE = 'message';
/** Rounds per run; the next run gathers the rest. */
const ROUNDS_PER_RUN = 100;

/** A kind of mails, and if a person gets it. */
export interface Choice {
  kind: MessageKind;
  isOn: boolean;
}

/** The fields of a client's member that mails depend on. */
type Reader = Pick<Person, 'id' | 'roles'>;

/**
 * Mails to the people of clients about orders and money. `message_events` has what happened; this service gathers the events of
 * some minutes into one mail per person.
 * - a person gets only the wanted kinds
 * - the mails go through the queue of mails
 */
@Injectable()
export class MessagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly writer: MessageWriter,
    private readonly repository: MessagesRepository,
  ) {
    mail.register(TEMPLATE, (reference) => this.compose(Number(reference)));
  }

  /** Gathers events into mails. Safe to run in several instances: each event goes to each person once. */
  async gather(): Promise<void> {
    for (let round = 1; round <= ROUNDS_PER_RUN; round += 1) {
      const count = await inTransaction(this.dataSource, async (manager) => {
        if (!(await this.repository.tryLock(manager))) return 0;
        const groups = await this.repository.takeDue(manager);
        for (const group of groups) await this.queue(manager, group);
        return groups.length;
      });
      if (count === 0) return;
    }
  }

  /** Lists the kinds of mails that a member can get, and which are on. Operators get none. */
  async listChoices(userId: number, clientId: number | null): Promise<Choice[]> {
    const { manager } = this.dataSource;
    if (clientId === null) return [];
    const reader = await this.findReader(manager, userId, clientId);
    if (reader === null) return [];
    const available = MESSAGE_KINDS.filter((kind) => canRead(reader, kind));
    const wanted = await this.wantedBy(manager, [reader]);
    return available.map((kind) => ({ kind, isOn: wanted(reader, kind) }));
  }

  /** @throws AppError not_signed_in */
  async choose(userId: number, { kind, isOn }: Choice): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await lockSession(manager);
      await this.repository.choose(manager, userId, kind, isOn);
    });
  }

  /** Reads the amount below which a client's wallet is low. */
  async getWalletBelow(clientId: number): Promise<number> {
    return this.writer.walletBelowMinor(this.dataSource.manager, clientId);
  }

  async putWalletBelow(clientId: number, belowMinor: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await this.writer.walletBelowMinor(manager, clientId);
      await this.repository.putWalletBelow(manager, clientId, belowMinor);
      await this.audit.record(manager, {
        action: 'wallet_alert.changed',
        subject: `client ${clientId}`,
        before: { below_minor: before },
        after: { below_minor: belowMinor },
      });
    });
  }

  private async queue(manager: EntityManager, group: EventGroup): Promise<void> {
    const members = await this.users.listMembersOf(manager, group.clientId);
    const wants = await this.wantedBy(manager, members);
    for (const member of members) {
      if (!wants(member, group.kind)) continue;
      const id = await this.repository.insert(manager, member.id, group);
      await this.mail.enqueue(manager, TEMPLATE, String(id));
    }
  }

  /** Writes a mail, unless its person was removed, lost the permission, or switched it off since. */
  private async compose(id: number): Promise<Mail | null> {
    const { manager } = this.dataSource;
    const message = await this.repository.find(manager, id);
    if (message === null) return null;
    const reader = await this.findReader(manager, message.userId, message.clientId);
    if (reader === null) return null;
    const wants = await this.wantedBy(manager, [reader]);
    return wants(reader, message.kind) ? this.writer.write(message, reader.email) : null;
  }

  private async findReader(
    manager: EntityManager,
    userId: number,
    clientId: number,
  ): Promise<Person | null> {
    const members = await this.users.listMembersOf(manager, clientId);
    return members.find(({ id }) => id === userId) ?? null;
  }

  private async wantedBy(
    manager: EntityManager,
    readers: readonly Reader[],
  ): Promise<(reader: Reader, kind: MessageKind) => boolean> {
    const ids = readers.map(({ id }) => id);
    const choices = await this.repository.listChoices(manager, ids);
    return (reader, kind) => {
      const choice = choices.find(({ userId, kind: of }) => userId === reader.id && of === kind);
      return canRead(reader, kind) && (choice?.isOn ?? isOnAtFirst(reader, kind));
    };
  }
}

function roleOf({ roles }: Reader): MemberRole {
  return roles[0] as MemberRole;
}

function canRead(reader: Reader, kind: MessageKind): boolean {
  const { needs, roles } = MESSAGE_KIND_ROWS[kind];
  const role = roleOf(reader);
  return roles.some((one) => one === role) && permissionsOfMember(role).has(needs);
}

function isOnAtFirst(reader: Reader, kind: MessageKind): boolean {
  const onFor: readonly MemberRole[] = MESSAGE_KIND_ROWS[kind].onFor;
  return onFor.includes(roleOf(reader));
}
