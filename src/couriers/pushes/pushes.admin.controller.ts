import { Get, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { OneOf } from '../../platform/http/input/fields.js';
import { RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../platform/http/paging/page.js';
import {
  integer,
  responseDto,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { PUSH_OUTCOMES, type CourierPush, type PushOutcome } from './courier-push.entity.js';
import { PushesService } from './pushes.service.js';

class PushesQuery extends PageQuery {
  @OneOf(PUSH_OUTCOMES, { optional: true })
  outcome?: PushOutcome;
}

/** A message of a courier. */
class CourierPushDto extends responseDto<CourierPush>()({
  id: integer(),
  account_id: integer('The account whose address it came to'),
  outcome: word(PUSH_OUTCOMES),
  body: text('The text as it was received; kept for 30 days'),
  received_at: time(),
}) {}

/** Pushes of couriers in the Admin API. */
@OperatorController('admin/courier-pushes', 'Couriers')
export class PushesAdminController {
  constructor(private readonly pushes: PushesService) {}

  @Get()
  @Access('couriers:write')
  @Operation('List pushes of couriers, latest first')
  @RespondsPage(CourierPushDto)
  listCourierPushes(@Query() query: PushesQuery) {
    return this.pushes.list(query.outcome ?? null, toNewestFirst(query));
  }
}
