import { Body, Get, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import { ApiAdmin, ApiAdminList, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import {
  CloseMonthDto,
  MonthClosingDto,
  ReceivedEarlierDto,
  ReceivedEarlierQuery,
  toMonthClosing,
  toReceivedEarlier,
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
  @ApiAdmin(201, MonthClosingDto, 'month_unsettled', ...BODY_ERRORS)
  @ApiAdmin(200, MonthClosingDto)
  async closeMonth(
    @Body() { month }: CloseMonthDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<MonthClosingDto>> {
    const { closing, isReplay } = await this.closings.close(month);
    response.status(isReplay ? 200 : 201);
    return adminAnswer(toMonthClosing(closing));
  }

  @Get('received-earlier')
  @Access('money:read')
  @Operation('List receipts of a month whose money arrived before it, the latest first')
  @ApiAdminList(ReceivedEarlierDto)
  async listReceivedEarlier(
    @Query() query: ReceivedEarlierQuery,
  ): Promise<AdminList<ReceivedEarlierDto>> {
    const page = await this.closings.listReceivedEarlier(query.month, toNewestFirst(query));
    return adminList(page, toReceivedEarlier);
  }
}
