import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { BrandModule } from './brand/brand.module.js';
import { NotesModule } from './notes/notes.module.js';

const MODULES = [AccountsModule, ApprovalsModule, BrandModule, NotesModule];

/** People: clients' members and operators, changes that wait for a second person, the brand that people see, and notes. */
@Module({ imports: MODULES, exports: MODULES })
export class IdentityModule {}
