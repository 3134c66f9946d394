import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CallKey, type MoneyKey } from '../../ledger/money-calls/money-key.js';
import { MONEY_BODY_ERRORS, MovesMoney } from '../../ledger/money-calls/moves-money.js';
import { toOrderRecord } from '../../orders/fulfillment/order-record.js';
import { OrdersAdminService } from '../../orders/fulfillment/orders.admin.service.js';
import { ForOperators } from '../../platform/http/audience.js';
import { adminAnswer, ApiAdmin, type AdminAnswer } from '../../platform/http/openapi/admin-docs.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../platform/money.js';
import { ApiMoneyConflicts } from '../money-errors.js';
import { PaidOrderDto, RecordPaymentDto } from './order-payments.dto.js';
import { OrderPaymentsService } from './order-payments.service.js';

@ForOperators()
@ApiTags('Orders')
@Controller('admin/orders')
export class OrderPaymentsController {
  constructor(
    private readonly payments: OrderPaymentsService,
    private readonly orders: OrdersAdminService,
  ) {}

  @Post(':order_number/payments')
  @MovesMoney()
  @ApiOperation({
    operationId: 'recordPayment',
    summary: 'Record that the order was paid in full',
    description:
      'Money for an expired order reserves its stock again. Money that the order cannot take, because it is paid or ' +
      'canceled, expired for too long, its stock is gone or its client owes money that is paid first, is credited to the ' +
      "client's wallet; it needs a reference. A second payment " +
      'without a reference is refused: it could be the first one, recorded twice.',
  })
  @ApiAdmin(201, PaidOrderDto, 'order_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts(
    'insufficient_balance',
    'credit_exceeded',
    'payment_recorded',
    'transition_refused',
  )
  async pay(
    @Param('order_number', new PathKeyPipe('order_not_found')) number: string,
    @Body() { method, reference, amount }: RecordPaymentDto,
    @CallKey() key: MoneyKey,
  ): Promise<AdminAnswer<PaidOrderDto>> {
    const amountMinor = typeof amount === 'number' ? toMinorUnits(amount) : null;
    const payment = { method, reference: reference ?? null, amountMinor };
    const outcome = await this.payments.pay(number, payment, key);
    return adminAnswer({ ...toOrderRecord(await this.orders.get(number, null, key)), outcome });
  }
}
