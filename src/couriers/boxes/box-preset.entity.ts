import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A box that the house packs in. */
@Entity('box_presets')
@Unique('box_presets_name_uq', ['name'])
@Check(
  'box_presets_sizes_ck',
  `length_mm BETWEEN 1 AND 5000 AND breadth_mm BETWEEN 1 AND 5000 AND height_mm BETWEEN 1 AND 5000
    AND empty_grams BETWEEN 0 AND 100000 AND max_grams BETWEEN 1 AND 1000000`,
)
export class BoxPreset {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'box_presets_pk',
  })
  id: number;

  @Column('varchar', { length: 60 })
  name: string;

  @Column('integer')
  lengthMm: number;

  @Column('integer')
  breadthMm: number;

  @Column('integer')
  heightMm: number;

  /** Weight of the empty box. */
  @Column('integer')
  emptyGrams: number;

  /** Weight up to which it is chosen, box included. */
  @Column('integer')
  maxGrams: number;

  @Column('smallint')
  position: number;
}
