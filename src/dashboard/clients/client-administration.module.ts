import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts.module.js';
import { LedgerModule } from '../../money/ledger/ledger.module.js';
import { PlansModule } from '../../plans/plans.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { ClientAdministrationService } from './client-administration.service.js';
import { ClientFileController } from './client-file/client-file.controller.js';
import { ClientFileService } from './client-file/client-file.service.js';
import { ClientSearchRepository } from './client-search.repository.js';
import { NotesModule } from '../../identity/notes/notes.module.js';
import { ClientNotesController } from './client-notes.controller.js';
import { ClientsController } from './clients.controller.js';

/** The Admin API of clients. */
@Module({
  imports: [AccountsModule, ClientsModule, LedgerModule, NotesModule, PlansModule],
  // Above the routes with a parameter: `import` is no id.
  controllers: [ClientFileController, ClientsController, ClientNotesController],
  providers: [ClientAdministrationService, ClientFileService, ClientSearchRepository],
  exports: [ClientAdministrationService],
})
export class ClientAdministrationModule {}
