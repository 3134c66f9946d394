import { Body, Get, Put } from '@nestjs/common';
import {
  CurrentClientId,
  CurrentUser,
  type SignedInUser,
} from '../../../identity/signed-in-user.js';
import { MessagesService } from '../../messages/messages.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toMinorUnits } from '../../../platform/money.js';
import { Responds } from '../dashboard-docs.js';
import { ChooseMailDto, MailChoicesDto, WalletAlertDto } from './mails.dto.js';

/** The mails about orders and money that a person gets. */
@UserController('dashboard/api/mails', 'Account')
export class MailsController {
  constructor(private readonly messages: MessagesService) {}

  @Get()
  @Access('signed-in')
  @Operation('Mails about orders and money that you can get, and which are on')
  @Responds(200, MailChoicesDto)
  listMails(@CurrentUser() user: SignedInUser) {
    return this.choicesOf(user);
  }

  @Put()
  @Access('signed-in')
  @Operation(
    'Switch one kind of mails on or off for yourself',
    'A kind that your role does not get can be chosen, too: the choice counts once it does.',
  )
  @Responds(200, MailChoicesDto, ...BODY_ERRORS)
  async chooseMail(@CurrentUser() user: SignedInUser, @Body() { kind, on }: ChooseMailDto) {
    await this.messages.choose(user.userId, { kind, isOn: on });
    return this.choicesOf(user);
  }

  @Put('wallet')
  @Access('own-wallet:write')
  @Operation('Set the amount below which the wallet of your company is low')
  @Responds(200, MailChoicesDto, ...BODY_ERRORS)
  async putWalletAlert(
    @CurrentUser() user: SignedInUser,
    @CurrentClientId() clientId: number,
    @Body() { below }: WalletAlertDto,
  ) {
    await this.messages.putWalletBelow(clientId, toMinorUnits(below));
    return this.choicesOf(user);
  }

  private async choicesOf({ userId, client }: SignedInUser) {
    const clientId = client?.id ?? null;
    const walletBelowMinor =
      clientId === null ? null : await this.messages.getWalletBelow(clientId);
    return { mails: await this.messages.listChoices(userId, clientId), walletBelowMinor };
  }
}
