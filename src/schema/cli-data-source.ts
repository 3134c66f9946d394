import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';

/** Data source of TypeORM's own command line, such as `migration:generate`. It needs DATABASE_URL. */
export default new DataSource(dataSourceOptions({ url: process.env.DATABASE_URL ?? '' }));
