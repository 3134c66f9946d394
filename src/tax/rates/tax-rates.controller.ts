import { Body, Delete, Get, Param, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import {
  AllowedRatesDto,
  PutTaxRateDto,
  TaxRateDto,
  toAllowed,
  toAllowedRates,
  toRule,
} from './tax-rates.dto.js';
import { TaxRatesService } from './tax-rates.service.js';

/** Tax rates by HSN code. */
@OperatorController('admin/tax-rates', 'Tax')
export class TaxRatesController {
  constructor(private readonly rates: TaxRatesService) {}

  @Get()
  @Access('plans:read')
  @Operation(
    'List the tax rates by HSN code',
    'A rate that has begun applies to products whose HSN codes begin with its digits, and takes precedence over their ' +
      'own rates. The rate with the most digits counts; of several, the latest.',
  )
  @RespondsList(TaxRateDto)
  listTaxRates() {
    return this.rates.listRules();
  }

  @Put()
  @Access('plans:write')
  @Operation(
    'Store a tax rate that begins on a day',
    'A rate of the same digits and day is replaced. Documents that were issued keep their rates.',
  )
  @Responds(200, TaxRateDto, ...BODY_ERRORS)
  putTaxRate(@Body() body: PutTaxRateDto) {
    return this.rates.putRule(toRule(body));
  }

  @Delete(':id')
  @Access('plans:write')
  @Operation('Delete a tax rate', 'Documents that were issued keep their rates.')
  @RespondsList(TaxRateDto, 'tax_rate_not_found')
  async deleteTaxRate(@Param('id', new PathIdPipe('tax_rate_not_found')) id: number) {
    await this.rates.deleteRule(id);
    return this.listTaxRates();
  }

  @Get('allowed')
  @Access('plans:read')
  @Operation(
    'List the rates that the law knows, with their first days',
    'No document is issued at another rate. Lists the latest first.',
  )
  @RespondsList(AllowedRatesDto)
  async listAllowedRates() {
    return (await this.rates.listAllowed()).map(toAllowedRates);
  }

  @Put('allowed')
  @Access('plans:write')
  @Operation('Store the rates that the law knows from a day on')
  @RespondsList(AllowedRatesDto, ...BODY_ERRORS)
  async putAllowedRates(@Body() body: AllowedRatesDto) {
    await this.rates.putAllowed(toAllowed(body));
    return this.listAllowedRates();
  }
}
