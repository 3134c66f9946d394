import { answer, day, flag, money, text, time } from '../../platform/http/answer/answer.js';
import { ApiProperty } from '@nestjs/swagger';
import { toMajorUnits } from '../../platform/money.js';
import type { Ageing, ClientAgeing, OpenItem } from './ageing.repository.js';

export class AgeingDto {
  @ApiProperty({ description: 'Unpaid amount of orders bought on account up to 30 days ago' })
  days_0_30: number;

  @ApiProperty({ description: 'The same, 31 to 60 days ago' })
  days_31_60: number;

  @ApiProperty({ description: 'The same, 61 to 90 days ago' })
  days_61_90: number;

  @ApiProperty({ description: 'The same, more than 90 days ago' })
  days_over_90: number;

  @ApiProperty({ description: 'Sum of the four' })
  credit_used: number;

  @ApiProperty({ description: 'Part of it that is unpaid after its due date' })
  overdue: number;

  @ApiProperty({ description: 'Money that was taken back and that the wallet did not hold' })
  debt: number;
}

export class ClientAgeingDto extends AgeingDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  name: string;

  @ApiProperty()
  credit_limit: number;
}

export class OpenItemDto extends answer<OpenItem>()({
  order_number: text(),
  amount: money('Part of the order that was bought on account'),
  paid: money(),
  left: [money('amount − paid'), ({ amountMinor, paidMinor }) => amountMinor - paidMinor],
  bought_at: time(),
  due_on: day('The last day on which it is not overdue'),
  overdue: flag(),
}) {}

export function toAgeing(ageing: Ageing): AgeingDto {
  return {
    days_0_30: toMajorUnits(ageing.upTo30Minor),
    days_31_60: toMajorUnits(ageing.upTo60Minor),
    days_61_90: toMajorUnits(ageing.upTo90Minor),
    days_over_90: toMajorUnits(ageing.olderMinor),
    credit_used: toMajorUnits(ageing.totalMinor),
    overdue: toMajorUnits(ageing.overdueMinor),
    debt: toMajorUnits(ageing.debtMinor),
  };
}

export function toClientAgeing(client: ClientAgeing): ClientAgeingDto {
  return {
    client_id: client.id,
    name: client.name,
    credit_limit: toMajorUnits(client.limitMinor),
    ...toAgeing(client),
  };
}
