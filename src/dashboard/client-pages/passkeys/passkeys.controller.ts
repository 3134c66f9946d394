import { Body, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PasskeysService } from '../../../identity/passkeys/passkeys.service.js';
import { CurrentUser, type SignedInUser } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PublicUrl } from '../../../platform/http/public-url.js';
import { DoneDto } from '../account/account.dto.js';
import { Responds, RespondsPage } from '../dashboard-docs.js';
import { AddPasskeyDto, PasskeyDto, PasskeyOptionsDto } from './passkeys.dto.js';

@UserController('dashboard/api/passkeys', 'Account')
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  @Access('signed-in')
  @Operation('Your passkeys')
  @RespondsPage(PasskeyDto)
  async listPasskeys(@CurrentUser() { userId }: SignedInUser) {
    return { rows: await this.passkeys.list(userId), nextCursor: null };
  }

  @Post('options')
  @Access('signed-in', { password: true })
  @Operation('What a browser needs to create a passkey')
  @Responds(200, PasskeyOptionsDto, 'password_required', ...BODY_ERRORS)
  async startPasskey(@CurrentUser() user: SignedInUser, @Req() request: Request) {
    const origin = this.publicUrl.originOf(request);
    return { options: await this.passkeys.startRegistration(user, origin) };
  }

  @Post()
  @Access('signed-in', { password: true })
  @Operation('Store a passkey that the browser created')
  @Responds(201, PasskeyDto, 'password_required', ...BODY_ERRORS)
  addPasskey(
    @CurrentUser() user: SignedInUser,
    @Body() body: AddPasskeyDto,
    @Req() request: Request,
  ) {
    const origin = this.publicUrl.originOf(request);
    return this.passkeys.register(user, body, origin);
  }

  @Delete(':id')
  @Access('signed-in', { password: true })
  @Operation('Remove a passkey of yours')
  @Responds(200, DoneDto, 'passkey_not_found', 'totp_mandatory', 'password_required')
  async removePasskey(
    @CurrentUser() user: SignedInUser,
    @Param('id', new PathIdPipe('passkey_not_found')) id: number,
  ) {
    await this.passkeys.remove(user, id);
  }
}
