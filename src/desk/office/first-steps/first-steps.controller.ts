import { Delete, Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { ApiAdmin } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { FIRST_STEPS, FirstStepsService, type FirstSteps } from './first-steps.service.js';

export class FirstStepDto {
  @ApiProperty({ enum: FIRST_STEPS })
  name: (typeof FIRST_STEPS)[number];

  @ApiProperty()
  done: boolean;
}

export class FirstStepsDto {
  @ApiProperty({
    description: 'false: all are done, an order was placed, or an owner has dismissed them',
  })
  shown: boolean;

  @ApiProperty({ type: [FirstStepDto] })
  steps: FirstStepDto[];
}

/** The first steps of an installation. */
@OperatorController('admin/first-steps', 'Overview')
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsService) {}

  @Get()
  @Access('any-operator')
  @Operation('What an installation needs before its first order')
  @ApiAdmin(200, FirstStepsDto)
  async getFirstSteps(): Promise<AdminAnswer<FirstStepsDto>> {
    return adminAnswer(toFirstSteps(await this.steps.get()));
  }

  @Delete()
  @Access('users:write')
  @Operation('Dismiss the first steps for everyone')
  @ApiAdmin(200, FirstStepsDto)
  async dismissFirstSteps(): Promise<AdminAnswer<FirstStepsDto>> {
    await this.steps.dismiss();
    return this.getFirstSteps();
  }
}

function toFirstSteps({ isShown, isDone }: FirstSteps): FirstStepsDto {
  return { shown: isShown, steps: FIRST_STEPS.map((name) => ({ name, done: isDone[name] })) };
}
