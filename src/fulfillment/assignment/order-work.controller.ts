import { Body, Get, Param, Post, Put, Query } from '@nestjs/common';
import { AddNoteDto, NoteDto, toNote } from '../../people/notes/note-record.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import { ApiAdmin, ApiAdminList, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../platform/http/paging/page.js';
import { AssignOrderDto, OrderWorkDto, toOrderWorker } from './order-work.dto.js';
import { OrderWorkService, type OrderWork } from './order-work.service.js';

const orderNumber = new PathKeyPipe('order_not_found');

/** Internal notes about orders, and who works on them. */
@OperatorController('admin/orders/:order_number', 'Orders')
export class OrderWorkController {
  constructor(private readonly work: OrderWorkService) {}

  @Get('notes')
  @Access('orders:read')
  @Operation('Internal notes about an order, the latest first; its client never sees them')
  @ApiAdminList(NoteDto, 'order_not_found')
  async listOrderNotes(
    @Param('order_number', orderNumber) number: string,
    @Query() query: PageQuery,
  ): Promise<AdminList<NoteDto>> {
    return adminList(await this.work.listNotes(number, toNewestFirst(query)), toNote);
  }

  @Post('notes')
  @Access('orders:note')
  @Operation(
    'Add an internal note about an order',
    'Notes are never changed. They are deleted with the data of the customer.',
  )
  @ApiAdmin(201, NoteDto, 'order_not_found', ...BODY_ERRORS)
  async addOrderNote(
    @Param('order_number', orderNumber) number: string,
    @Body() { text }: AddNoteDto,
  ): Promise<AdminAnswer<NoteDto>> {
    return adminAnswer(toNote(await this.work.addNote(number, text)));
  }

  @Get('assignee')
  @Access('orders:read')
  @Operation('Who works on an order, and who can')
  @ApiAdmin(200, OrderWorkDto, 'order_not_found')
  async getAssignee(
    @Param('order_number', orderNumber) number: string,
  ): Promise<AdminAnswer<OrderWorkDto>> {
    return answerOf(await this.work.getWork(number));
  }

  @Put('assignee')
  @Access('orders:note')
  @Operation(
    'Give an order to an operator, or to none',
    'Safe to repeat. Find the orders of an operator by `assigned_to` of the list.',
  )
  @ApiAdmin(200, OrderWorkDto, 'order_not_found', 'assignee_changed', ...BODY_ERRORS)
  async assignOrder(
    @Param('order_number', orderNumber) number: string,
    @Body() { user_id: to, from }: AssignOrderDto,
  ): Promise<AdminAnswer<OrderWorkDto>> {
    return answerOf(await this.work.assign(number, to ?? null, from ?? null));
  }
}

function answerOf({ assignedTo, colleagues }: OrderWork): AdminAnswer<OrderWorkDto> {
  return adminAnswer({
    assigned_to: assignedTo && toOrderWorker(assignedTo),
    colleagues: colleagues.map(toOrderWorker),
  });
}
