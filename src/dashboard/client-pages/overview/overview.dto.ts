import type { ClientBalances } from '../../../money/ledger/account-lines.js';
import type { SubscriptionStanding } from '../../../plans/plans.service.js';
import {
  responseDto,
  day,
  integer,
  money,
  part,
  parts,
  text,
  texts,
  time,
} from '../../../platform/http/response-dto/response-dto.js';
import type { ToAnswer } from '../../../couriers/failures/delivery-failures.repository.js';
import { ClientSubscriptionDto } from '../../clients/clients.dto.js';
import type { Overview } from './overview.service.js';

class ToPayDto extends responseDto<Overview>()({
  count: [integer(), ({ toPay }) => toPay.count],
  total: [money(), ({ toPay }) => toPay.totalMinor],
  next_expires_at: time('When the first of them expires; null: none does').orNull(),
}) {}

class ToAnswerDto extends responseDto<ToAnswer>()({
  count: integer(),
  answer_by: time('When the first of them can no longer be answered; null: none waits').orNull(),
  order_numbers: texts('Some of their orders, the most urgent first'),
}) {}

class WalletFigureDto extends responseDto<ClientBalances>()({
  balance: [money(), 'walletMinor'],
  debt: money('Money that was taken back and that the wallet did not hold'),
}) {}

export class OwnSubscriptionDto extends responseDto<SubscriptionStanding>()({
  ...ClientSubscriptionDto.fields,
  plan_name: text('Name of the plan'),
}) {}

class DayFiguresDto extends responseDto<Overview['days'][number]>()({
  date: day({ description: 'The day in India', example: '2026-11-20' }),
  orders: integer('Orders that were placed'),
  spend: money('The totals of those that were paid'),
}) {}

export class OverviewDto extends responseDto<Overview>()({
  to_pay: [part(ToPayDto, 'Orders that wait for their payment'), (overview) => overview],
  failed_deliveries: [part(ToAnswerDto, 'Failed deliveries that wait for an answer'), 'toAnswer'],
  wallet: [part(WalletFigureDto), 'balances'],
  subscription: part(OwnSubscriptionDto).orNull(),
  failures_today: integer(
    'Refused requests of your stores since midnight in India, see `GET /dashboard/api/failures`',
  ),
  days: parts(DayFiguresDto, 'The last 30 days, today last'),
}) {}
