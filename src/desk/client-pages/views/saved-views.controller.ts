import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentUser, type SignedInUser } from '../../../people/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { DONE, DoneDto } from '../account/account.dto.js';
import { ApiDashboard, ApiDashboardOutcomes } from '../dashboard-docs.js';
import { SavedViewDto, SavedViewsQuery, SaveViewDto, toSavedView } from './saved-views.dto.js';
import { SavedViewsService } from './saved-views.service.js';

/** Filters of lists that the signed-in person gave names. */
@UserController('dashboard/api/views', 'Account')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @Access('signed-in')
  @Operation('Your saved views of a list, by name')
  @ApiDashboardOutcomes(SavedViewDto, 'validation_failed')
  async listSavedViews(
    @CurrentUser() { userId }: SignedInUser,
    @Query() { list }: SavedViewsQuery,
  ): Promise<AdminAnswer<SavedViewDto[]>> {
    return adminAnswer((await this.views.list(userId, list)).map(toSavedView));
  }

  @Post()
  @Access('signed-in')
  @Operation('Save the filters of a list under a name')
  @ApiDashboard(201, SavedViewDto, 'view_exists', 'too_many_views', ...BODY_ERRORS)
  async saveView(
    @CurrentUser() { userId }: SignedInUser,
    @Body() { list, name, query }: SaveViewDto,
  ): Promise<AdminAnswer<SavedViewDto>> {
    return adminAnswer(toSavedView(await this.views.save({ userId, list, name, query })));
  }

  @Delete(':id')
  @Access('signed-in')
  @Operation('Remove a saved view')
  @ApiDashboard(200, DoneDto, 'view_not_found')
  async removeView(
    @CurrentUser() { userId }: SignedInUser,
    @Param('id', new PathIdPipe('view_not_found')) id: number,
  ): Promise<AdminAnswer<DoneDto>> {
    await this.views.remove(userId, id);
    return adminAnswer(DONE);
  }
}
