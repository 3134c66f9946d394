import { Delete, Get } from '@nestjs/common';
import { answer, flag, parts, word } from '../../../platform/http/answer/answer.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Answers } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  FIRST_STEPS,
  FirstStepsService,
  type FirstStep,
  type FirstSteps,
} from './first-steps.service.js';

class FirstStepDto extends answer<{ name: FirstStep; isDone: boolean }>()({
  name: word(FIRST_STEPS),
  done: flag(),
}) {}

class FirstStepsDto extends answer<FirstSteps>()({
  shown: flag('false: all are done, an order was paid, or an owner has dismissed them'),
  steps: [
    parts(FirstStepDto),
    ({ isDone }) => FIRST_STEPS.map((name) => ({ name, isDone: isDone[name] })),
  ],
}) {}

@OperatorController('admin/first-steps', 'Overview')
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsService) {}

  @Get()
  @Access('any-operator')
  @Operation('What an installation needs before its first order')
  @Answers(200, FirstStepsDto)
  getFirstSteps() {
    return this.steps.get();
  }

  @Delete()
  @Access('users:write')
  @Operation('Dismiss the first steps for everyone')
  @Answers(200, FirstStepsDto)
  async dismissFirstSteps() {
    await this.steps.dismiss();
    return this.getFirstSteps();
  }
}
