import { Body, Get, Param, Patch, Post } from '@nestjs/common';
import { LIMITS } from '../../../platform/config/limits.js';
import {
  responseDto,
  flag,
  integer,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Flag, Name, OneOf } from '../../../platform/http/input/fields.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS, RespondsList } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  ALL_OTHER_TYPES,
  OTHER_ACCOUNT_TYPES,
  type OtherAccount,
  type OtherAccountType,
} from './other-account.entity.js';
import { OtherAccountsService } from './other-accounts.service.js';

const accountId = new PathIdPipe('other_account_not_found');
const NAME = { max: LIMITS.nameLength, api: { example: 'Rent' } };

export class NewOtherAccountDto {
  @Name(NAME)
  name: string;

  @OneOf(OTHER_ACCOUNT_TYPES)
  type: OtherAccountType;
}

export class ChangeOtherAccountDto {
  @Name({ ...NAME, optional: true })
  name?: string | null;

  @Flag({ optional: true, api: { description: 'true: it is not offered any more' } })
  is_hidden?: boolean | null;
}

export class OtherAccountDto extends responseDto<OtherAccount>()({
  id: integer(),
  name: text("Also its name in the accountant's books"),
  type: word(ALL_OTHER_TYPES, 'charges: the one account of what the bank charges'),
  is_hidden: [flag('True if it is not offered any more'), 'isHidden'],
}) {}

@OperatorController('admin/other-accounts', 'Money')
export class OtherAccountsController {
  constructor(private readonly accounts: OtherAccountsService) {}

  @Get()
  @Access('bank:read')
  @Operation('List the accounts for money of bank accounts that is no client’s')
  @RespondsList(OtherAccountDto)
  listOtherAccounts() {
    return this.accounts.list();
  }

  @Post()
  @Access('money:write')
  @Operation('Add an account for money that is no client’s, such as rent')
  @Responds(201, OtherAccountDto, 'other_account_exists', ...BODY_ERRORS)
  addOtherAccount(@Body() { name, type }: NewOtherAccountDto) {
    return this.accounts.add({ name, type });
  }

  @Patch(':id')
  @Access('money:write')
  @Operation('Rename an account, or hide it')
  @Responds(200, OtherAccountDto, 'other_account_not_found', 'other_account_exists', ...BODY_ERRORS)
  changeOtherAccount(
    @Param('id', accountId) id: number,
    @Body() { name, is_hidden: isHidden }: ChangeOtherAccountDto,
  ) {
    return this.accounts.change(id, {
      ...(name != null && { name }),
      ...(isHidden != null && { isHidden }),
    });
  }
}
