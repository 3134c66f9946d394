import { DefaultNamingStrategy, Table, type NamingStrategyInterface } from 'typeorm';

/** Names columns in snake_case and primary keys `<table>_pk`. Every other constraint is named where it is declared. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string): string {
    return customName || propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }

  override primaryKeyName(tableOrName: Table | string): string {
    return `${tableOrName instanceof Table ? tableOrName.name : tableOrName}_pk`;
  }
}
