import { ModulesContainer } from '@nestjs/core';
import { ANSWERS, AppModule, WingsModule } from '../../src/app.module.js';
import { assembleApp } from '../../src/app.setup.js';
import { givenParts, TestApp } from '../support/app.js';
import { givenDatabase } from '../support/database/database.js';

describe('the modules', () => {
  it('have at most 8 controllers and 30 providers', async () => {
    const app = await TestApp.start();
    const large = [...app.nest.get(ModulesContainer).values()]
      .map(({ name, metatype }) => ({
        name,
        controllers: partsOf(metatype, 'controllers').length,
        providers: partsOf(metatype, 'providers').length,
      }))
      .filter(({ controllers, providers }) => controllers > 8 || providers > 30);
    expect(large).toEqual([]);
  });

  it.each(ANSWERS.map(({ provide }) => provide.name))(
    'do not start without an answer to %s',
    async (name) => {
      const { connection, drop } = await givenDatabase();
      const parts = await givenParts(connection);
      const others = ANSWERS.filter(({ provide }) => provide.name !== name);
      const module = AppModule.of(parts, WingsModule.of(parts.settings, others));
      await expect(assembleApp(module, parts.log)).rejects.toThrow(name);
      await parts.dataSource.destroy();
      await drop();
    },
  );
});

function partsOf(module: object, key: string): unknown[] {
  return (Reflect.getMetadata(key, module) ?? []) as unknown[];
}
