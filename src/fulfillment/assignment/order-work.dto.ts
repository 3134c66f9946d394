import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '../../platform/http/input/fields.js';
import type { Colleague } from '../../people/users/users.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

const ID_MAX = 2_147_483_647;

export class AssignOrderDto {
  @WholeNumber({
    min: 1,
    max: ID_MAX,
    optional: true,
    api: { nullable: true, description: 'The operator who works on it. Left out or null: none' },
  })
  user_id?: number | null;

  @WholeNumber({
    min: 1,
    max: ID_MAX,
    optional: true,
    api: {
      nullable: true,
      description:
        'Who works on it as far as you know; if it is another one by now, nothing changes. Left out or null: none',
    },
  })
  from?: number | null;
}

export class OrderWorkerDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;
}

export class OrderWorkDto {
  @OrNull(OrderWorkerDto, 'The operator who works on it')
  assigned_to: OrderWorkerDto | null;

  @ApiProperty({ type: [OrderWorkerDto], description: 'Operators who can work on it' })
  colleagues: OrderWorkerDto[];
}

export function toOrderWorker({ id, name }: Colleague): OrderWorkerDto {
  return { id, name };
}
