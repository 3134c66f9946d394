import { Body, Get, Param, Post, Put, Query } from '@nestjs/common';
import { AddNoteDto, NoteDto } from '../../identity/notes/note-record.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../platform/http/paging/page.js';
import { AssignOrderDto, OrderWorkDto } from './order-work.dto.js';
import { OrderWorkService } from './order-work.service.js';

const orderNumber = new PathKeyPipe('order_not_found');

/** Internal notes about orders, and who works on them. */
@OperatorController('admin/orders/:order_number', 'Orders')
export class OrderWorkController {
  constructor(private readonly work: OrderWorkService) {}

  @Get('notes')
  @Access('orders:read')
  @Operation('Internal notes about an order, the latest first; its client never sees them')
  @RespondsPage(NoteDto, 'order_not_found')
  listOrderNotes(@Param('order_number', orderNumber) number: string, @Query() query: PageQuery) {
    return this.work.listNotes(number, toNewestFirst(query));
  }

  @Post('notes')
  @Access('orders:note')
  @Operation(
    'Add an internal note about an order',
    'Notes are never changed. They are deleted with the data of the customer.',
  )
  @Responds(201, NoteDto, 'order_not_found', ...BODY_ERRORS)
  addOrderNote(@Param('order_number', orderNumber) number: string, @Body() { text }: AddNoteDto) {
    return this.work.addNote(number, text);
  }

  @Get('assignee')
  @Access('orders:read')
  @Operation('Who works on an order, and who can')
  @Responds(200, OrderWorkDto, 'order_not_found')
  getAssignee(@Param('order_number', orderNumber) number: string) {
    return this.work.getWork(number);
  }

  @Put('assignee')
  @Access('orders:note')
  @Operation(
    'Give an order to an operator, or to none',
    'Safe to repeat. Find the orders of an operator by `assigned_to` of the list.',
  )
  @Responds(200, OrderWorkDto, 'order_not_found', 'assignee_changed', ...BODY_ERRORS)
  assignOrder(
    @Param('order_number', orderNumber) number: string,
    @Body() { user_id: to, from }: AssignOrderDto,
  ) {
    return this.work.assign(number, to ?? null, from ?? null);
  }
}
