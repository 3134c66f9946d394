import { Body, Delete, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { BankDetailsKind } from '../approvals/settings/bank-details.kind.js';
import { RespondsOrWaits } from '../approvals/waiting-answer.js';
import { BrandDto, PutBrandDto, PutLogoDto, PutSlipPaperDto, toBrandFacts } from './brand.dto.js';
import { BrandService } from './brand.service.js';
import { BrandSetting } from './brand.setting.js';

/** The wholesaler's name, address, color and logo. */
@OperatorController('admin/brand', 'Brand')
export class BrandController {
  constructor(
    private readonly brand: BrandService,
    private readonly details: BankDetailsKind,
    private readonly setting: BrandSetting,
  ) {}

  @Get()
  @Access('any-operator')
  @Operation('Read the name, address, color and logo of the wholesaler')
  @Responds(200, BrandDto)
  async getBrand() {
    return { facts: await this.brand.getFacts(), theme: await this.brand.getTheme() };
  }

  @Put()
  @Access('tax:write')
  @Operation(
    'Replace the name, address and color of the wholesaler, and the sender of packing slips',
    'Pages, mails, slips and printed documents show them. If text in the color could not be read, the color is made ' +
      'darker or lighter there, and the answer says so. Another address waits for another person if an owner other than the ' +
      'caller exists (202).',
  )
  @RespondsOrWaits(200, BrandDto, ...BODY_ERRORS)
  async putBrand(@Body() body: PutBrandDto) {
    const done = await this.details.change(this.setting, toBrandFacts(body));
    return done.approval === null ? { ...done, outcome: await this.getBrand() } : done;
  }

  @Put('slip-paper')
  @Access('orders:ship')
  @Operation('Replace the paper that packing slips are printed on')
  @Responds(200, BrandDto, ...BODY_ERRORS)
  async putSlipPaper(@Body() { paper }: PutSlipPaperDto) {
    await this.brand.putSlipPaper(paper);
    return this.getBrand();
  }

  @Put('logo')
  @Access('tax:write')
  @Operation('Replace the logo of the wholesaler')
  @Responds(200, BrandDto, ...BODY_ERRORS)
  async putBrandLogo(@Body() { content_base64: content }: PutLogoDto) {
    await this.brand.putLogo(Buffer.from(content, 'base64'));
    return this.getBrand();
  }

  @Delete('logo')
  @Access('tax:write')
  @Operation('Remove the logo of the wholesaler')
  @Responds(200, BrandDto)
  async deleteBrandLogo() {
    await this.brand.removeLogo();
    return this.getBrand();
  }
}
