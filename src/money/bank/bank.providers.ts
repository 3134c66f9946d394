import { BankAccountsController } from './accounts/bank-accounts.controller.js';
import { BankAccountsRepository } from './accounts/bank-accounts.repository.js';
import { BankAccountsService } from './accounts/bank-accounts.service.js';
import { ClosingRepository } from './closing/closing.repository.js';
import { ClosingService } from './closing/closing.service.js';
import { StatementImportsController } from './imports/statement-imports.controller.js';
import { StatementImportsRepository } from './imports/statement-imports.repository.js';
import { StatementImportsService } from './imports/statement-imports.service.js';
import { StatementStore } from './imports/statement-store.js';
import { BankLinesController } from './lines/bank-lines.controller.js';
import { BankLinesRepository } from './lines/bank-lines.repository.js';
import { BankLinesService } from './lines/bank-lines.service.js';
import { LineCreditsService } from './lines/line-credits.service.js';
import { LineLinksService } from './lines/line-links.service.js';
import { LineMoneyService } from './lines/line-money.service.js';
import { KnownPayersRepository } from './matching/known-payers.repository.js';
import { LineContextsService } from './matching/line-contexts.service.js';
import { LineMatchingService } from './matching/line-matching.service.js';

/** Controllers of bank accounts and their statements. */
export const BANK_CONTROLLERS = [
  BankAccountsController,
  BankLinesController,
  StatementImportsController,
];

/** Providers of bank accounts and their statements. */
export const BANK_PROVIDERS = [
  BankAccountsRepository,
  BankAccountsService,
  BankLinesRepository,
  BankLinesService,
  ClosingRepository,
  ClosingService,
  KnownPayersRepository,
  LineContextsService,
  LineCreditsService,
  LineLinksService,
  LineMatchingService,
  LineMoneyService,
  StatementImportsRepository,
  StatementImportsService,
  StatementStore,
];
