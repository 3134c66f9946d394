import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { User } from '../../../identity/users/user.entity.js';

/** The constraint that prevents a second view of a list with the same name. */
export const VIEW_NAME_UNIQUE = 'saved_views_name_uq';

/** Filters of a list that a person has named. */
@Entity('saved_views')
@Unique(VIEW_NAME_UNIQUE, ['userId', 'list', 'name'])
export class SavedView {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => User, { name: 'saved_views_user_fk', onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  /** The list that it filters. */
  @Column('varchar', { length: 20 })
  list: string;

  @Column('varchar', { length: 60 })
  name: string;

  /** The query string of the page, without `?`. */
  @Column('varchar', { length: 500 })
  query: string;
}
