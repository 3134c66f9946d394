import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { ClientLevel } from './client-level.entity.js';
import { MessageChoice } from './message-choice.entity.js';
import { NOTED_KINDS, type MessageKind } from './message-kinds.js';
import { Message } from './message.entity.js';

/** The advisory lock for gathering events. */
const GATHERING_LOCK = 1_765_660;
/** Minutes in which events of a client and kind are gathered into one mail. */
const GATHER_MINUTES = 5;
/** Minutes between two mails of a client and kind. */
const PAUSE_MINUTES = 60;
const GROUPS_AT_ONCE = 100;

/** Events of a client and kind, gathered into one mail for each person. */
export type EventGroup = Pick<Message, 'clientId' | 'kind' | 'subjects' | 'count'>;

/** Events, mails and choices of messages to people. */
@Injectable()
export class MessagesRepository {
  constructor(
    @InjectRepository(Message) private readonly messages: Repository<Message>,
    @InjectRepository(MessageChoice) private readonly choices: Repository<MessageChoice>,
    @InjectRepository(ClientLevel) private readonly levels: Repository<ClientLevel>,
  ) {}

  /** Lets one instance gather at a time, so that no group is divided. Returns false while another one does. */
  async tryLock(manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<[{ locked: boolean }]>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked',
      [GATHERING_LOCK],
    );
    return row.locked;
  }

  /** Takes events of a client and kind that have waited long enough, if there was no such mail in the last hour. */
  async takeDue(manager: EntityManager): Promise<EventGroup[]> {
    return manager.query<EventGroup[]>(
      `WITH due AS MATERIALIZED (
          SELECT e.client_id, e.kind, max(e.id) AS last_id FROM message_events e
          WHERE e.gathered_at IS NULL
          GROUP BY e.client_id, e.kind
          HAVING min(e.at) <= now() - make_interval(mins => ${GATHER_MINUTES}) AND NOT EXISTS (
            SELECT FROM messages m WHERE m.client_id = e.client_id AND m.kind = e.kind
              AND m.created_at > now() - make_interval(mins => ${PAUSE_MINUTES})
          )
          ORDER BY min(e.at) LIMIT ${GROUPS_AT_ONCE}
        ), noted AS (
          DELETE FROM message_events e USING due
          WHERE e.client_id = due.client_id AND e.kind = due.kind AND e.id <= due.last_id AND e.gathered_at IS NULL
            AND e.kind = ANY($1)
          RETURNING e.id, e.client_id, e.kind, e.subject
        ), found AS (
          UPDATE message_events e SET gathered_at = now() FROM due
          WHERE e.client_id = due.client_id AND e.kind = due.kind AND e.id <= due.last_id AND e.gathered_at IS NULL
            AND e.kind <> ALL($1)
          RETURNING e.id, e.client_id, e.kind, e.subject
        )
        SELECT client_id AS "clientId", kind, array_agg(subject ORDER BY id) AS subjects, count(*)::integer AS count
        FROM (SELECT * FROM noted UNION ALL SELECT * FROM found) AS taken
        GROUP BY client_id, kind ORDER BY min(id)`,
      [NOTED_KINDS],
    );
  }

  /** Stores a mail to a person. @returns its id */
  async insert(manager: EntityManager, userId: number, group: EventGroup): Promise<number> {
    const repository = manager.withRepository(this.messages);
    const message = repository.create({ userId, ...group });
    await repository.insert(message);
    return message.id;
  }

  async find(manager: EntityManager, id: number): Promise<Message | null> {
    return manager.withRepository(this.messages).findOneBy({ id });
  }

  /** Lists what people chose. */
  async listChoices(
    manager: EntityManager,
    userIds: readonly number[],
  ): Promise<Pick<MessageChoice, 'userId' | 'kind' | 'isOn'>[]> {
    return manager.withRepository(this.choices).findBy({ userId: In(userIds) });
  }

  async choose(
    manager: EntityManager,
    userId: number,
    kind: MessageKind,
    isOn: boolean,
  ): Promise<void> {
    await manager.withRepository(this.choices).upsert({ userId, kind, isOn }, ['userId', 'kind']);
  }

  async findLevel(manager: EntityManager, clientId: number): Promise<ClientLevel | null> {
    return manager.withRepository(this.levels).findOneBy({ clientId });
  }

  async putWalletBelow(
    manager: EntityManager,
    clientId: number,
    walletBelowMinor: number,
  ): Promise<void> {
    await manager.withRepository(this.levels).upsert({ clientId, walletBelowMinor }, ['clientId']);
  }
}
