import { Body, Get, Put } from '@nestjs/common';
import { OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin, ApiAdminItems, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { MethodAliasDto, NameMethodDto, toMethodAlias } from './method-aliases.dto.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@OperatorController('admin/method-aliases', 'Money')
export class MethodAliasesController {
  constructor(private readonly methods: PaymentMethodsService) {}

  @Get()
  @Operation(
    'List the words for methods of payment in this installation',
    'At most 500, those without a decision first: unknown words of payments from before the upgrade to a closed list.',
  )
  @ApiAdminItems(MethodAliasDto)
  async listMethodAliases(): Promise<AdminAnswer<MethodAliasDto[]>> {
    return adminAnswer((await this.methods.list()).map(toMethodAlias));
  }

  @Put()
  @Operation(
    'Decide what a word for a method of payment means',
    'It replaces an earlier decision. Recorded payments keep their method and their word.',
  )
  @ApiAdmin(200, MethodAliasDto, ...BODY_ERRORS)
  async nameMethod(@Body() { word, method }: NameMethodDto): Promise<AdminAnswer<MethodAliasDto>> {
    return adminAnswer(toMethodAlias(await this.methods.name(word, method)));
  }
}
