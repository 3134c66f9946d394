import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module.js';
import { LiveChanges } from './live-changes.service.js';
import { LiveController } from './live.controller.js';

/** Tells browsers what changed. */
@Module({ imports: [IdentityModule], controllers: [LiveController], providers: [LiveChanges] })
export class LiveModule {}
