import { assertContract, DatabaseContractError, type Facts } from './contract.js';
import { assertProvider } from './providers.js';

const SOUND: Facts = {
  pid: 1,
  database: 'orders',
  version: 150_004,
  isStandby: false,
  isReadOnly: false,
  encoding: 'UTF8',
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  isAurora: false,
  countsSince: '2026-01-01 00:00:00+00',
  settings: { statement_timeout: '5s' },
};

describe('what the service needs of a database', () => {
  it.each(['on', 'local', 'remote_write', 'remote_apply'])(
    'is kept with synchronous_commit %s',
    (synchronousCommit) => {
      const facts = { ...SOUND, synchronousCommit };
      expect(() => assertContract(facts, SOUND.settings)).not.toThrow();
    },
  );

  it.each<[Partial<Facts>, string]>([
    [{ version: 140_019 }, 'the server has PostgreSQL 14, which is too old; use 15 or later'],
    [{ isStandby: true }, 'the server is a standby (in recovery)'],
    [{ fullPageWrites: 'off' }, 'full_page_writes is off, and a crash of the machine could damage'],
    [{ isReadOnly: true, database: 'a"b' }, 'run ALTER DATABASE "a""b" RESET'],
    [{ settings: { statement_timeout: '0' } }, 'the session has statement_timeout 0, though'],
  ])('is missing with %j', (fault, line) => {
    const assert = (): void => assertContract({ ...SOUND, ...fault }, SOUND.settings);
    expect(assert).toThrow(DatabaseContractError);
    expect(assert).toThrow(line);
  });
});

describe('storage that replaces the one of PostgreSQL', () => {
  const AURORA = { ...SOUND, isAurora: true, fsync: 'off', fullPageWrites: 'off' };

  it('needs neither the flush nor the full pages of PostgreSQL', () => {
    expect(() => assertContract(AURORA, SOUND.settings)).not.toThrow();
  });

  it.each<[Partial<Facts>, string]>([
    [{ synchronousCommit: 'off' }, 'synchronous_commit is off'],
    [{ countsSince: null }, 'the server hides its crashes'],
  ])('is refused with %j', (fault, line) => {
    expect(() => assertContract({ ...AURORA, ...fault }, SOUND.settings)).toThrow(line);
  });
});

describe('a database that is known not to work', () => {
  const POSTGRES = {
    version: 'PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc 12.2.0, 64-bit',
    isAurora: false,
    hasCitus: false,
  };

  it.each([
    [{ isAurora: true }, 'the database is Amazon Aurora, which replaces the storage of PostgreSQL'],
    [{ version: 'CockroachDB CCL v25.1.0 (x86_64-linux)' }, 'the database is CockroachDB, which'],
    [{ version: 'PostgreSQL 15.2-YB-2.25.0.0-b0 on x86_64' }, 'the database is YugabyteDB, which'],
  ])('is refused: %j', (fact, line) => {
    const assert = (): void => assertProvider({ ...POSTGRES, ...fact }, 'postgres');
    expect(assert).toThrow(DatabaseContractError);
    expect(assert).toThrow(line);
  });

  it.each([
    [{}, 'postgres'],
    [{ isAurora: true }, 'aurora'],
    [{ hasCitus: true }, 'postgres'],
  ] as const)('is not %j with DATABASE_STORAGE=%s', (fact, storage) => {
    expect(() => assertProvider({ ...POSTGRES, ...fact }, storage)).not.toThrow();
  });
});
