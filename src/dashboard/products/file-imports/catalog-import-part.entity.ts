import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CatalogImport } from './catalog-import.entity.js';

/** A part of the file of an import. It is kept until the import is applied, or for a week if it has problems. */
@Entity('catalog_import_parts')
export class CatalogImportPart {
  @ForeignKey(() => CatalogImport, { name: 'catalog_import_parts_import_fk' })
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'catalog_import_parts_pk' })
  importId: number;

  /** From 0. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'catalog_import_parts_pk' })
  position: number;

  @Column('bytea')
  content: Buffer;
}
