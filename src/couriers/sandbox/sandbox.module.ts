import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SandboxParcel } from './sandbox-parcel.entity.js';

/** The sandbox courier, which carries nothing. */
@Module({ imports: [TypeOrmModule.forFeature([SandboxParcel])] })
export class SandboxCourierModule {}
