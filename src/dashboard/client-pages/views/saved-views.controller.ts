import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentUser, type SignedInUser } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { DoneDto } from '../account/account.dto.js';
import { Responds, RespondsList } from '../dashboard-docs.js';
import { SavedViewDto, SavedViewsQuery, SaveViewDto } from './saved-views.dto.js';
import { SavedViewsService } from './saved-views.service.js';

/** Filters of lists that the signed-in person has named. */
@UserController('dashboard/api/views', 'Account')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @Access('signed-in')
  @Operation('Your saved views of a list, by name')
  @RespondsList(SavedViewDto, 'validation_failed')
  listSavedViews(@CurrentUser() { userId }: SignedInUser, @Query() { list }: SavedViewsQuery) {
    return this.views.list(userId, list);
  }

  @Post()
  @Access('signed-in')
  @Operation('Save the filters of a list under a name')
  @Responds(201, SavedViewDto, 'view_exists', 'too_many_views', ...BODY_ERRORS)
  saveView(@CurrentUser() { userId }: SignedInUser, @Body() { list, name, query }: SaveViewDto) {
    return this.views.save({ userId, list, name, query });
  }

  @Delete(':id')
  @Access('signed-in')
  @Operation('Remove a saved view')
  @Responds(200, DoneDto, 'view_not_found')
  removeView(
    @CurrentUser() { userId }: SignedInUser,
    @Param('id', new PathIdPipe('view_not_found')) id: number,
  ) {
    return this.views.remove(userId, id);
  }
}
