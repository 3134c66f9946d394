import { DefaultNamingStrategy, Table, type NamingStrategyInterface } from 'typeorm';

/** Columns in snake_case, primary keys `<table>_pk`; every other constraint is named where it is declared. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string): string {
    return customName || propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }

  override primaryKeyName(tableOrName: Table | string): string {
    return `${tableOrName instanceof Table ? tableOrName.name : tableOrName}_pk`;
  }
}
