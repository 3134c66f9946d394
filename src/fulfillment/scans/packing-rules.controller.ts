import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { OneOf } from '../../platform/http/input/fields.js';
import { BODY_ERRORS, Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { responseDto, word } from '../../platform/http/response-dto/response-dto.js';
import { ARTICLE_CHECKS, type ArticleCheck } from './packing-rules.entity.js';
import { PackingRulesService } from './packing-rules.service.js';

const MEANING =
  'Whether the units of a shipment are counted before it is sent. offered: “Pack and hand over” counts them. ' +
  'required: no shipment is stored without its count; files of shipments are not concerned';

class PutPackingRulesDto {
  @OneOf(ARTICLE_CHECKS, { api: { description: MEANING } })
  check_articles: ArticleCheck;
}

class PackingRulesDto extends responseDto<{ checkArticles: ArticleCheck }>()({
  check_articles: word(ARTICLE_CHECKS, MEANING),
}) {}

@OperatorController('admin/packing-rules', 'Orders')
export class PackingRulesController {
  constructor(private readonly rules: PackingRulesService) {}

  @Get()
  @Access('orders:read')
  @Operation('Read how the warehouse packs')
  @Responds(200, PackingRulesDto)
  getPackingRules() {
    return this.rules.get();
  }

  @Put()
  @Access('limits:write')
  @Operation(
    'Say how the warehouse packs',
    'It applies to shipments that are recorded from now on.',
  )
  @Responds(200, PackingRulesDto, ...BODY_ERRORS)
  async putPackingRules(@Body() { check_articles: checkArticles }: PutPackingRulesDto) {
    await this.rules.put(checkArticles);
    return this.rules.get();
  }
}
