import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { AddNoteDto, NoteDto } from '../../identity/notes/note-record.js';
import { NotesService } from '../../identity/notes/notes.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../platform/http/paging/page.js';

const clientId = new PathIdPipe('client_not_found');

@OperatorController('admin/clients/:id/notes', 'Clients and tokens')
export class ClientNotesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly notes: NotesService,
  ) {}

  @Get()
  @Access('clients:read')
  @Operation('Internal notes about a client, the latest first; the client never sees them')
  @RespondsPage(NoteDto, 'client_not_found')
  async listClientNotes(@Param('id', clientId) id: number, @Query() query: PageQuery) {
    const { manager } = this.dataSource;
    await this.clients.getClient(manager, id);
    return this.notes.list(manager, `client ${id}`, toNewestFirst(query));
  }

  @Post()
  @Access('clients:note')
  @Operation('Add an internal note about a client')
  @Responds(201, NoteDto, 'client_not_found', ...BODY_ERRORS)
  addClientNote(@Param('id', clientId) id: number, @Body() { text }: AddNoteDto) {
    return inTransaction(this.dataSource, async (manager) => {
      await this.clients.getClient(manager, id);
      return this.notes.add(manager, `client ${id}`, text);
    });
  }
}
