import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { BrandModule } from './brand/brand.module.js';
import { NotesModule } from './notes/notes.module.js';

const MODULES = [AccountsModule, ApprovalsModule, BrandModule, NotesModule];

/** People: clients' members and operators, what waits for a second of them, the brand that they see, and their notes. */
@Module({ imports: MODULES, exports: MODULES })
export class IdentityModule {}
