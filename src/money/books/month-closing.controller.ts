import { Body, Get, Post, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import {
  CloseMonthDto,
  MonthClosingDto,
  ReceivedEarlierDto,
  ReceivedEarlierQuery,
} from './month-closing.dto.js';
import { MonthClosingService } from './month-closing.service.js';

@OperatorController('admin/reports/month', 'Money')
export class MonthClosingController {
  constructor(private readonly closings: MonthClosingService) {}

  @Post('close')
  @Access('money:write')
  @Operation(
    'Close the books of a month in India',
    'The month must be over, and all its journals sealed. It cannot be opened again: what is found later is booked on ' +
      'the day it is found, also if the money arrived earlier. Closing a month again answers the first closing with 200.',
  )
  @Responds('recorded', MonthClosingDto, 'month_unsettled', ...BODY_ERRORS)
  closeMonth(@Body() { month }: CloseMonthDto) {
    return this.closings.close(month);
  }

  @Get('received-earlier')
  @Access('money:read')
  @Operation(
    'List entries of a month whose money moved before it, the latest first',
    'They are those of bank lines with a day of an earlier month, and receipts whose money arrived before.',
  )
  @RespondsPage(ReceivedEarlierDto)
  listReceivedEarlier(@Query() query: ReceivedEarlierQuery) {
    return this.closings.listReceivedEarlier(query.month, toNewestFirst(query));
  }
}
