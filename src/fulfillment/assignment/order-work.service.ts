import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { UsersService, type Colleague } from '../../identity/users/users.service.js';
import type { Note } from '../../identity/notes/note.entity.js';
import { NotesService } from '../../identity/notes/notes.service.js';
import { isForeignKeyViolation } from '../../platform/database/database-errors.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { NewestFirst, Page } from '../../platform/http/paging/page.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import type { Order } from '../../orders/order.entity.js';
import { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import { ASSIGNEE_FOREIGN_KEY, OrderAssignment } from './order-assignment.entity.js';

export interface OrderWork {
  assignedTo: Colleague | null;
  colleagues: Colleague[];
}

/** Operators' work on orders: internal notes, and who works on an order. Neither is visible to clients and stores. */
@Injectable()
export class OrderWorkService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly notes: NotesService,
    private readonly changes: OrderChanges,
    private readonly archived: ArchivedOrdersService,
    private readonly orders: OrderLifecycleService,
    @InjectRepository(OrderAssignment) private readonly assignments: Repository<OrderAssignment>,
  ) {}

  /** Lists the notes about an order, the latest first. @throws AppError order_not_found */
  async listNotes(orderNumber: string, page: NewestFirst): Promise<Page<Note>> {
    const { manager } = this.dataSource;
    await this.findOrder(manager, orderNumber);
    return this.notes.list(manager, subjectOf(orderNumber), page);
  }

  /** Adds a note about an order. @throws AppError order_not_found */
  async addNote(orderNumber: string, text: string): Promise<Note> {
    return inTransaction(this.dataSource, async (manager) => {
      // Locked, so that the customer's data is not removed meanwhile.
      await this.changes.lock(manager, orderNumber);
      return this.notes.add(manager, subjectOf(orderNumber), text);
    });
  }

  /** @throws AppError order_not_found */
  async getWork(orderNumber: string): Promise<OrderWork> {
    const { manager } = this.dataSource;
    const order = await this.findOrder(manager, orderNumber);
    return this.workOn(manager, order);
  }

  /**
   * Gives an order to an operator, or to none.
   *
   * @param from the operator who works on it as far as the caller knows
   * @throws AppError order_not_found, validation_failed (no such operator), assignee_changed
   */
  async assign(orderNumber: string, to: number | null, from: number | null): Promise<OrderWork> {
    return inTransaction(this.dataSource, async (manager) => {
      const order = await this.changes.lock(manager, orderNumber);
      const work = await this.workOn(manager, order);
      const current = work.assignedTo?.id ?? null;
      if (current === to) return work;
      if (current !== from) throw changedMeanwhile(orderNumber, work.assignedTo);
      const assignee = work.colleagues.find(({ id }) => id === to) ?? null;
      if (to !== null && assignee === null) throw notAnOperator(to);
      const repository = manager.withRepository(this.assignments);
      if (to === null) await repository.delete({ orderId: order.id });
      else
        await repository.upsert({ orderId: order.id, userId: to }, ['orderId']).catch((error) => {
          throw isForeignKeyViolation(error, ASSIGNEE_FOREIGN_KEY) ? notAnOperator(to) : error;
        });
      await this.changes.record(manager, order, {
        action: 'order.assigned',
        before: { assigned_to: nameOf(work.assignedTo) },
        after: { assigned_to: nameOf(assignee) },
      });
      return { ...work, assignedTo: assignee };
    });
  }

  private async workOn(manager: EntityManager, { id }: Order): Promise<OrderWork> {
    const colleagues = await this.users.listColleagues(manager, 'orders:read');
    const assignment = await manager.withRepository(this.assignments).findOneBy({ orderId: id });
    // An operator who lost the role no longer works on orders.
    const assignedTo = colleagues.find((one) => one.id === assignment?.userId) ?? null;
    return { assignedTo, colleagues };
  }

  private async findOrder(manager: EntityManager, orderNumber: string): Promise<Order> {
    const [order] = await this.orders.findAll(manager, [orderNumber]);
    if (order === undefined) throw await this.archived.refusal(manager, orderNumber, null);
    return order;
  }
}

function subjectOf(orderNumber: string): string {
  return `order ${orderNumber}`;
}

function nameOf(colleague: Colleague | null): string | null {
  return colleague && `${colleague.name} (user ${colleague.id})`;
}

function changedMeanwhile(orderNumber: string, now: Colleague | null): AppError {
  const worker = now === null ? 'No operator works' : `${now.name} works`;
  return new AppError('assignee_changed', {
    message: `${worker} on order ${orderNumber} by now, so nothing was changed.`,
  });
}

function notAnOperator(id: number): AppError {
  const message = `user_id must be an operator who may read orders, or null: ${id} is not`;
  return invalidField('user_id', 'unknown_operator', message);
}
