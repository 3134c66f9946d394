import { Body, Get, Put } from '@nestjs/common';
import { CurrentClientId, CurrentUser, type SignedInUser } from '../../../people/signed-in-user.js';
import { MessagesService } from '../../messages/messages.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toMinorUnits } from '../../../platform/money.js';
import { ApiDashboard } from '../dashboard-docs.js';
import { ChooseMailDto, MailChoicesDto, toMailChoices, WalletAlertDto } from './mails.dto.js';

/** The mails about orders and money that a person gets. */
@UserController('dashboard/api/mails', 'Account')
export class MailsController {
  constructor(private readonly messages: MessagesService) {}

  @Get()
  @Access('signed-in')
  @Operation('Mails about orders and money that you can get, and which are on')
  @ApiDashboard(200, MailChoicesDto)
  async listMails(@CurrentUser() user: SignedInUser): Promise<AdminAnswer<MailChoicesDto>> {
    return this.answer(user);
  }

  @Put()
  @Access('signed-in')
  @Operation(
    'Switch one kind of mails on or off for yourself',
    'A kind that your role does not get can be chosen, too: the choice counts once it does.',
  )
  @ApiDashboard(200, MailChoicesDto, ...BODY_ERRORS)
  async chooseMail(
    @CurrentUser() user: SignedInUser,
    @Body() { kind, on }: ChooseMailDto,
  ): Promise<AdminAnswer<MailChoicesDto>> {
    await this.messages.choose(user.userId, { kind, isOn: on });
    return this.answer(user);
  }

  @Put('wallet')
  @Access('own-wallet:write')
  @Operation('Set the amount below which the wallet of your company is low')
  @ApiDashboard(200, MailChoicesDto, ...BODY_ERRORS)
  async putWalletAlert(
    @CurrentUser() user: SignedInUser,
    @CurrentClientId() clientId: number,
    @Body() { below }: WalletAlertDto,
  ): Promise<AdminAnswer<MailChoicesDto>> {
    await this.messages.putWalletBelow(clientId, toMinorUnits(below));
    return this.answer(user);
  }

  private async answer({ userId, client }: SignedInUser): Promise<AdminAnswer<MailChoicesDto>> {
    const clientId = client?.id ?? null;
    const below = clientId === null ? null : await this.messages.getWalletBelow(clientId);
    return adminAnswer(toMailChoices(await this.messages.listChoices(userId, clientId), below));
  }
}
