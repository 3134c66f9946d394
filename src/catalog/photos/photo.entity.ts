import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PHOTO_LIMITS } from './photo-file.js';

/** An uploaded picture of products. Products name it in `images` and `variation_images`. */
@Entity('photos')
@Check('photos_hash_ck', "hash ~ '^[0-9a-f]{64}$'")
@Index('photos_unused_ix', ['unusedSince'], { where: 'unused_since IS NOT NULL' })
export class Photo {
  /** SHA-256 of the upload, in hex. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** What is on it, for people who do not see it; null: the product's name says it. */
  @Column('varchar', { length: PHOTO_LIMITS.textLength, nullable: true })
  text: string | null;

  /** JPEGs without metadata, the longest side in pixels. Large, so that they are only read one by one. */
  @Column('bytea', { select: false })
  content160: Buffer;

  @Column('bytea', { select: false })
  content640: Buffer;

  @Column('bytea', { select: false })
  content1600: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  addedAt: Date;

  /** Since when no product names it; null: one does. */
  @Column('timestamptz', { nullable: true, default: () => 'clock_timestamp()' })
  unusedSince: Date | null;

  /** The origin of the address at which stores know it; null: none yet. */
  @Column('varchar', { length: 300, nullable: true })
  shownAt: string | null;
}
