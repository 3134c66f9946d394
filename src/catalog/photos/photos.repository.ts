import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository, type EntityManager } from 'typeorm';
import { invalidField } from '../../platform/http/errors.js';
import type { ProductData } from '../product-record.js';
import { photosOf, type PhotoSize } from './photo-address.js';
import type { PhotoFile } from './photo-file.js';
import { Photo } from './photo.entity.js';

const UNKNOWN = 'must name photos that are stored: add those that were deleted again';
/** SQL: whether a product `p` names a photo. */
const HAS_PHOTO = `concat(p.images, p.variation_images) LIKE '%"/photos/%'`;

/** How many photos there are, and the size of their table. */
export interface StoredPhotos {
  count: number;
  bytes: number;
}

@Injectable()
export class PhotosRepository {
  constructor(@InjectRepository(Photo) private readonly photos: Repository<Photo>) {}

  /** Stores a photo, or keeps the same one. Returns true if it is new. */
  async put(manager: EntityManager, file: PhotoFile, shownAt: string): Promise<boolean> {
    const { hash, pictures } = file;
    const [row] = await manager.query<{ isNew: boolean }[]>(
      `INSERT INTO photos (hash, content160, content640, content1600, shown_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (hash) DO UPDATE
          SET unused_since = CASE WHEN photos.unused_since IS NOT NULL THEN clock_timestamp() END
        RETURNING xmax = 0 AS "isNew"`,
      [hash, pictures[160], pictures[640], pictures[1600], shownAt],
    );
    return row!.isNew;
  }

  async find(manager: EntityManager, hash: string): Promise<Photo | null> {
    return manager.withRepository(this.photos).findOneBy({ hash });
  }

  async list(manager: EntityManager, hashes: readonly string[]): Promise<Photo[]> {
    return manager.withRepository(this.photos).findBy({ hash: In(hashes) });
  }

  /** Reads one picture of a photo. */
  async findContent(manager: EntityManager, hash: string, size: PhotoSize): Promise<Buffer | null> {
    const [photo] = await manager.query<{ content: Buffer }[]>(
      `SELECT content${size} AS content FROM photos WHERE hash = $1`,
      [hash],
    );
    return photo?.content ?? null;
  }

  async measure(manager: EntityManager): Promise<StoredPhotos> {
    const [stored] = await manager.query<StoredPhotos[]>(
      `SELECT count(*)::integer AS count, pg_total_relation_size('photos')::float8 AS bytes FROM photos`,
    );
    return stored!;
  }

  async putText(manager: EntityManager, hash: string, text: string | null): Promise<void> {
    await manager.withRepository(this.photos).update({ hash }, { text });
  }

  /** Keeps the photos that a product names from being deleted. @throws AppError validation_failed for a photo that is not stored */
  async keep(
    manager: EntityManager,
    product: Pick<ProductData, 'images' | 'variationImages'>,
  ): Promise<void> {
    const hashes = photosOf(product);
    if (hashes.length === 0) return;
    const photos = manager.withRepository(this.photos);
    const named = { hash: In(hashes) };
    // A job that deletes one of them meanwhile waits for this row, or this finds it gone.
    await photos.update({ ...named, unusedSince: Not(IsNull()) }, { unusedSince: null });
    const stored = await photos.countBy(named);
    if (stored < hashes.length) throw invalidField('images', 'unknown_photo', UNKNOWN);
  }

  /** Notes which photos no product names, and since when. */
  async noteUse(manager: EntityManager): Promise<void> {
    await manager.query(
      `WITH used AS MATERIALIZED (
        SELECT DISTINCT (regexp_matches(concat(p.images, p.variation_images), '"/photos/([0-9a-f]{64})/1600[.]jpg"', 'g'))[1] AS hash
        FROM products p WHERE EXISTS (SELECT FROM photos) AND ${HAS_PHOTO}
      ), noted AS (
        SELECT photos.hash, used.hash IS NOT NULL AS is_used FROM photos LEFT JOIN used USING (hash)
      )
      UPDATE photos SET unused_since = CASE WHEN NOT is_used THEN clock_timestamp() END
        FROM noted WHERE noted.hash = photos.hash AND is_used = (unused_since IS NOT NULL)`,
    );
  }

  /** Deletes photos that no product has named for some days. */
  async deleteUnused(manager: EntityManager, days: number): Promise<void> {
    await manager.query(
      `DELETE FROM photos WHERE unused_since < clock_timestamp() - make_interval(days => $1)`,
      [days],
    );
  }

  /** Changes the products with photos for stores, if these know the photos at another origin. */
  async showAt(manager: EntityManager, origin: string): Promise<void> {
    const [, moved] = await manager.query<[unknown, number]>(
      'UPDATE photos SET shown_at = $1 WHERE shown_at <> $1',
      [origin],
    );
    if (moved === 0) return;
    await manager.query(`UPDATE products p SET updated_at = clock_timestamp() WHERE ${HAS_PHOTO}`);
  }
}
