import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../identity/accounts.module.js';
import { BrandModule } from '../../identity/brand/brand.module.js';
import { BankModule } from '../../money/bank/bank.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { MessageFactsRepository } from './message-facts.repository.js';
import { MessageFinderRepository } from './message-finder.repository.js';
import { MessageWriter } from './message-writer.js';
import { FindMessagesJob, GatherMessagesJob } from './messages.jobs.js';
import { MessagesRepository } from './messages.repository.js';
import { PaymentMails } from './payment-mails.service.js';
import { MessagesService } from './messages.service.js';
import { ClientLevel } from './client-level.entity.js';
import { Message } from './message.entity.js';
import { MessageChoice } from './message-choice.entity.js';

/** Mails to the people of clients about orders and money. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ClientLevel, Message, MessageChoice]),
    AccountsModule,
    AuditModule,
    BankModule,
    BrandModule,
    MailModule,
    TaxModule,
  ],
  providers: [
    FindMessagesJob,
    GatherMessagesJob,
    MessageFactsRepository,
    MessageFinderRepository,
    MessageWriter,
    MessagesRepository,
    MessagesService,
    PaymentMails,
  ],
  exports: [MessagesService],
})
export class MessagesModule {}
