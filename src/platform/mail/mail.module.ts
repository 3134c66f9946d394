import { Module } from '@nestjs/common';
import { MailJob } from './mail.job.js';
import { MailRepository } from './mail.repository.js';
import { MailService } from './mail.service.js';

/** Mail to people, through a queue in the database. */
@Module({ providers: [MailJob, MailRepository, MailService], exports: [MailService] })
export class MailModule {}
