import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { ApiAccessErrors, ApiSuccess } from '../../../platform/http/openapi/api-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { CurrentCaller, type Caller } from '../../../auth/caller.js';
import { MeDto } from './me.dto.js';
import { ME_EXAMPLES } from './me.examples.js';
import { IgnoresUnknownFields } from '../../../platform/http/input/unknown-fields.js';
import { StoreAccountService } from './store-account.service.js';

@ApiTags('Account')
@IgnoresUnknownFields()
@Controller('api/me')
export class MeController {
  constructor(
    private readonly accounts: StoreAccountService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  // The response contains the time, so no two are equal: no ETag, no caching.
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Show the authenticated client',
    'Client, plan, subscription, domain and limits of the calling token, whether its orders are paid automatically, and ' +
      'our clock. Use it to try out credentials. It has no ETag, because every response differs.',
  )
  @ApiSuccess(200, MeDto, ME_EXAMPLES, { hasTag: false })
  @ApiAccessErrors()
  async getMe(@CurrentCaller() caller: Caller): Promise<MeDto> {
    return MeDto.show({ ...this.settings, ...(await this.accounts.getAccount(caller)) });
  }
}
