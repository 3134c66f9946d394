import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArchivedOrder } from './archived-order.entity.js';
import { ArchivedOrdersService } from './archived-orders.service.js';
import { OrderArchive } from './order-archive.entity.js';
import { OrderArchiveRepository } from './order-archive.repository.js';
import { OrderArchiveService } from './order-archive.service.js';

/** Closed orders in files, and what is still known of them. */
@Module({
  imports: [TypeOrmModule.forFeature([ArchivedOrder, OrderArchive])],
  providers: [OrderArchiveService, OrderArchiveRepository, ArchivedOrdersService],
  exports: [ArchivedOrdersService],
})
export class ArchiveModule {}
