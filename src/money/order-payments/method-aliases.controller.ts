import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { MethodAliasDto, NameMethodDto } from './method-aliases.dto.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@OperatorController('admin/method-aliases', 'Money')
export class MethodAliasesController {
  constructor(private readonly methods: PaymentMethodsService) {}

  @Get()
  @Access('money:read')
  @Operation(
    'List the words for methods of payment in this installation',
    'At most 500, those without a decision first: unknown words of payments from before the upgrade to a closed list.',
  )
  @RespondsList(MethodAliasDto)
  listMethodAliases() {
    return this.methods.list();
  }

  @Put()
  @Access('money:write')
  @Operation(
    'Decide what a word for a method of payment means',
    'It replaces an earlier decision. Recorded payments keep their method and their word.',
  )
  @Responds(200, MethodAliasDto, ...BODY_ERRORS)
  nameMethod(@Body() { word, method }: NameMethodDto) {
    return this.methods.name(word, method);
  }
}
