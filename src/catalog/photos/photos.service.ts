import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { CatalogRepository } from '../catalog.repository.js';
import { photosOf, type PhotoSize } from './photo-address.js';
import { readPhotoFile } from './photo-file.js';
import type { Photo } from './photo.entity.js';
import { PhotosRepository, type StoredPhotos } from './photos.repository.js';

/** Stores keep addresses for a while. */
const KEPT_DAYS = 30;

/** Uploaded pictures of products. */
@Injectable()
export class PhotosService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly publicUrl: PublicUrl,
    private readonly catalog: CatalogRepository,
    private readonly photos: PhotosRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Stores the picture of a file, which no product names yet.
   *
   * @throws AppError photos_need_https, unsupported_image, rate_limited
   */
  async add(path: string): Promise<Photo> {
    this.assertAddress();
    const file = await readPhotoFile(path);
    const { hash } = file;
    return inTransaction(this.dataSource, async (manager) => {
      if (await this.photos.put(manager, file, this.publicUrl.origin)) {
        await this.audit.record(manager, {
          action: 'photo.added',
          subject: `photo ${hash}`,
          after: { bytes: file.pictures[1600].length },
        });
      }
      return (await this.photos.find(manager, hash))!;
    });
  }

  /** Says what is on a photo; null: the name of its product. @throws AppError photo_not_found */
  async setText(hash: string, text: string | null): Promise<Photo> {
    return inTransaction(this.dataSource, async (manager) => {
      const photo = await this.photos.find(manager, hash);
      if (photo === null) throw new AppError('photo_not_found');
      await this.photos.putText(manager, hash, text);
      await this.audit.record(manager, {
        action: 'photo.described',
        subject: `photo ${hash}`,
        before: { text: photo.text },
        after: { text },
      });
      return { ...photo, text };
    });
  }

  /** Lists the photos of a product in its order, then those of its combinations. @throws AppError product_not_found */
  async listOfProduct(sku: string): Promise<Photo[]> {
    const { manager } = this.dataSource;
    const product = await this.catalog.findProduct(manager, sku);
    if (product === null) throw new AppError('product_not_found');
    const hashes = photosOf(product);
    const found = new Map(
      (await this.photos.list(manager, hashes)).map((photo) => [photo.hash, photo]),
    );
    return hashes.flatMap((hash) => found.get(hash) ?? []);
  }

  /** Reads one picture of a photo. @throws AppError photo_not_found */
  async getContent(hash: string, size: PhotoSize): Promise<Buffer> {
    const content = await this.photos.findContent(this.dataSource.manager, hash, size);
    if (content === null) throw new AppError('photo_not_found');
    return content;
  }

  /** Counts the photos. */
  async measure(): Promise<StoredPhotos> {
    return this.photos.measure(this.dataSource.manager);
  }

  /** Deletes photos that products named too long ago, and changes products whose photos have another address now. */
  async tidy(): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await this.photos.noteUse(manager);
      await this.photos.deleteUnused(manager, KEPT_DAYS);
      if (this.settings.publicUrl === null) return;
      await this.photos.showAt(manager, this.settings.publicUrl);
    });
  }

  /** Stores on the internet show no pictures of an http address. */
  private assertAddress(): void {
    const { isProduction, demoData } = this.settings;
    const needsHttps = isProduction && !demoData;
    if (needsHttps && !this.publicUrl.isHttps) throw new AppError('photos_need_https');
  }
}
