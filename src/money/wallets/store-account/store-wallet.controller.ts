import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../../auth/caller.js';
import {
  ALWAYS_TRUE,
  responseDto,
  flag,
  money,
  part,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import { IgnoresUnknownFields } from '../../../platform/http/input/unknown-fields.js';
import { ApiAccessErrors, ApiSuccess } from '../../../platform/http/openapi/api-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { StoreAccountService, type StoreWallet } from './store-account.service.js';
import { PolledAnswer } from '../../../platform/http/representation/representation.js';

type Wallet = StoreWallet & Pick<Settings, 'currency'>;

class StoreWalletDataDto extends responseDto<Wallet>()({
  balance: [money(), 'walletMinor'],
  debt: money(
    'Money that was taken back and that the wallet did not hold; orders wait until it is paid',
  ),
  credit_limit: money('0: the client cannot buy on account'),
  credit_used: money('Unpaid part of the orders bought on account'),
  currency: text({ description: 'ISO 4217', example: 'INR' }),
  auto_pay: [
    flag('Whether orders of this token are paid from the wallet automatically'),
    'isAutoPaid',
  ],
}) {}

class StoreWalletDto extends responseDto<Wallet>()({
  success: ALWAYS_TRUE,
  data: [part(StoreWalletDataDto), (wallet) => wallet],
}) {}

const EXAMPLES = {
  'auto-pay': {
    summary: 'Orders are paid automatically',
    value: {
      success: true,
      data: {
        balance: 12_500,
        debt: 0,
        credit_limit: 0,
        credit_used: 0,
        currency: 'INR',
        auto_pay: true,
      },
    },
  },
};

@ApiTags('Account')
@IgnoresUnknownFields()
@Controller('api/wallet')
export class StoreWalletController {
  constructor(
    private readonly accounts: StoreAccountService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Operation(
    "The client's wallet",
    'Only for tokens that the client allows to read it: in the dashboard, under API access. No token may at first.',
  )
  @ApiSuccess(200, StoreWalletDto, EXAMPLES)
  @ApiAccessErrors('not_allowed')
  async getWallet(@CurrentCaller() caller: Caller): Promise<PolledAnswer<StoreWalletDto>> {
    const wallet = await this.accounts.getWallet(caller);
    const { currency } = this.settings;
    return new PolledAnswer(StoreWalletDto.show({ ...wallet, currency }));
  }
}
