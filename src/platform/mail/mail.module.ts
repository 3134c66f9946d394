import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailJob } from './mail.job.js';
import { MailRepository } from './mail.repository.js';
import { MailService } from './mail.service.js';
import { QueuedMail } from './queued-mail.entity.js';

/** Mail to people, through a queue in the database. */
@Module({
  imports: [TypeOrmModule.forFeature([QueuedMail])],
  providers: [MailJob, MailRepository, MailService],
  exports: [MailService],
})
export class MailModule {}
