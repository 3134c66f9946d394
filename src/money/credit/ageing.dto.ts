import {
  responseDto,
  day,
  flag,
  integer,
  money,
  text,
  time,
} from '../../platform/http/response-dto/response-dto.js';
import type { Ageing, ClientAgeing, OpenItem } from './ageing.repository.js';

export class AgeingDto extends responseDto<Ageing>()({
  days_0_30: [money('Unpaid amount of orders bought on account up to 30 days ago'), 'upTo30Minor'],
  days_31_60: [money('The same, 31 to 60 days ago'), 'upTo60Minor'],
  days_61_90: [money('The same, 61 to 90 days ago'), 'upTo90Minor'],
  days_over_90: [money('The same, more than 90 days ago'), 'olderMinor'],
  credit_used: [money('Sum of the four'), 'totalMinor'],
  overdue: money('Part of it that is unpaid after its due date'),
  debt: money('Money that was taken back and that the wallet did not hold'),
}) {}

export class ClientAgeingDto extends responseDto<ClientAgeing>()({
  ...AgeingDto.fields,
  client_id: [integer(), 'id'],
  name: text(),
  credit_limit: [money(), 'limitMinor'],
}) {}

export class OpenItemDto extends responseDto<OpenItem>()({
  order_number: text(),
  amount: money('Part of the order that was bought on account'),
  paid: money(),
  left: [money('amount − paid'), ({ amountMinor, paidMinor }) => amountMinor - paidMinor],
  bought_at: time(),
  due_on: day('The last day before it is overdue'),
  overdue: flag(),
}) {}
