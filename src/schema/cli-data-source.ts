import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';

/** For TypeORM's own command line (`migration:generate` and the like), which needs DATABASE_URL. */
export default new DataSource(dataSourceOptions({ url: process.env.DATABASE_URL ?? '' }));
