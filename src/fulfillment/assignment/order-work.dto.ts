import {
  responseDto,
  integer,
  part,
  parts,
  text,
} from '../../platform/http/response-dto/response-dto.js';
import { Id } from '../../platform/http/input/fields.js';
import type { Colleague } from '../../identity/users/users.service.js';
import type { OrderWork } from './order-work.service.js';

export class AssignOrderDto {
  @Id({
    optional: true,
    api: { nullable: true, description: 'The operator who works on it. Left out or null: none' },
  })
  user_id?: number | null;

  @Id({
    optional: true,
    api: {
      nullable: true,
      description:
        'Who works on it as far as you know; if it is another one by now, nothing changes. Left out or null: none',
    },
  })
  from?: number | null;
}

class OrderWorkerDto extends responseDto<Colleague>()({ id: integer(), name: text() }) {}

export class OrderWorkDto extends responseDto<OrderWork>()({
  assigned_to: part(OrderWorkerDto, 'The operator who works on it').orNull(),
  colleagues: parts(OrderWorkerDto, 'Operators who can work on it'),
}) {}
