import { Delete, Get, Put } from '@nestjs/common';
import {
  responseDto,
  flag,
  parts,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Responds } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  FIRST_ORDER_STEPS,
  FIRST_STEPS,
  FirstStepsService,
  type FirstStep,
  type FirstSteps,
} from './first-steps.service.js';

class FirstStepDto extends responseDto<{ name: FirstStep; isDone: boolean }>()({
  name: word(FIRST_STEPS),
  done: flag(),
}) {}

class FirstStepsDto extends responseDto<FirstSteps>()({
  shown: flag('false: all are done, an order was paid, or an owner has dismissed them'),
  dismissed: flag('true: steps are hidden only because an owner has dismissed them'),
  steps: [
    parts(FirstStepDto),
    ({ isDone }) => FIRST_STEPS.map((name) => ({ name, isDone: isDone[name] })),
  ],
  first_order_step: word(
    FIRST_ORDER_STEPS,
    'What the first order waits for. null: a shipment was invoiced, it was shipped before a tax profile existed, an owner has dismissed the steps, or no order can be placed yet',
  ).orNull(),
  first_order_number: text('The oldest order that was neither canceled nor has expired').orNull(),
}) {}

@OperatorController('admin/first-steps', 'Overview')
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsService) {}

  @Get()
  @Access('any-operator')
  @Operation('What an installation needs before its first order')
  @Responds(200, FirstStepsDto)
  getFirstSteps() {
    return this.steps.get();
  }

  @Delete()
  @Access('users:write')
  @Operation('Dismiss the first steps for everyone')
  @Responds(200, FirstStepsDto)
  async dismissFirstSteps() {
    await this.steps.setDismissed(true);
    return this.getFirstSteps();
  }

  @Put()
  @Access('users:write')
  @Operation('Show the first steps to everyone again')
  @Responds(200, FirstStepsDto)
  async restoreFirstSteps() {
    await this.steps.setDismissed(false);
    return this.getFirstSteps();
  }
}
