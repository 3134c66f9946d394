import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { download } from '../documents/downloads.js';
import { codeBlocksOf } from '../documents/markdown.js';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { ofKit } from '../native/gate.js';
import { run } from './run.js';
import { storeEnv } from '../shop/given.js';

const DRIVERS = 'test/support/processes/client-drivers';
const PROGRAMS = {
  Python: {
    file: /^wholesale_store_orders\.py$/,
    readme: 'clients/python/README.md',
    driver: 'driver.py',
    run: 'python3',
  },
  PHP: {
    file: /^WholesaleStoreOrders\.php$/,
    readme: 'clients/php/README.md',
    driver: 'driver.php',
    run: 'php',
  },
  TypeScript: {
    file: /^wholesale-store-orders-client-.*\.tgz$/,
    readme: 'clients/typescript/README.md',
    driver: 'driver.mjs',
    run: process.execPath,
  },
} as const;

/** A language for which the kit has a client. */
export type Language = keyof typeof PROGRAMS;

export const LANGUAGES = ofKit(Object.keys(PROGRAMS) as Language[]);

/** Languages whose client is one file, and whose programs run without compilation. */
export const SCRIPTED = ofKit(['Python', 'PHP'] as const);

export interface ClientOptions {
  tries?: number;
  withinSeconds?: number;
  tryTimeoutSeconds?: number;
  cache?: boolean;
}

/** An error of a client, under the same names in every language. */
export interface ClientError {
  code: string;
  status: number | null;
  fields: unknown[];
  requestId: string | null;
  retryAfterSeconds: number | null;
  orderNumber: string | null;
  answer: Record<string, unknown> | null;
}

interface Answer {
  result?: unknown;
  error?: ClientError;
  /** Everything that the language shows of the error and the client. */
  shown?: string;
}

/** Copies the programs that make a test's calls into a folder with clients of all languages. */
export async function copyDrivers(folder: string): Promise<void> {
  for (const { driver } of Object.values(PROGRAMS)) {
    await copyFile(join(DRIVERS, driver), join(folder, driver));
  }
}

/** A client of the kit in a program of its language, alone in a folder. */
export class ClientProgram {
  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: Interface,
  ) {}

  /** Downloads the client from a service into a folder, where programs start with it. */
  static async download(language: Language, serviceUrl: string, folder: string): Promise<void> {
    const { file, driver } = PROGRAMS[language];
    const path = await download(serviceUrl, file, folder);
    if (path.endsWith('.tgz')) {
      const into = join(folder, 'node_modules/@wholesale-store-orders/client');
      await mkdir(into, { recursive: true });
      await run('tar', ['-xzf', path, '-C', into, '--strip-components=1']);
    }
    await copyFile(join(DRIVERS, driver), join(folder, driver));
  }

  static start(
    language: Language,
    folder: string,
    access: { baseUrl: string; token: string; domain: string },
    options: ClientOptions = {},
  ): ClientProgram {
    const { driver, run: interpreter } = PROGRAMS[language];
    const child = spawn(interpreter, [driver], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        ...storeEnv(access.baseUrl, access),
        OPTIONS: JSON.stringify(options),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return new ClientProgram(child, createInterface(child.stdout));
  }

  /** Runs the programs of the client's README in order, each as a file of its own. Returns their output. */
  static async outputsOfReadme(language: Language, folder: string, env: Record<string, string>) {
    const blocks = await codeBlocksOf(PROGRAMS[language].readme);
    const outputs: string[] = [];
    for (const { text } of blocks) {
      outputs.push(await ClientProgram.outputOf(language, folder, text, env));
    }
    return outputs;
  }

  /** Returns the output of a program in a file next to the client. */
  static async outputOf(
    language: Language,
    folder: string,
    program: string,
    env: Record<string, string> = {},
  ): Promise<string> {
    // A sample of PHP also works in a file of strict types.
    const text = program.replace(/^<\?php\n/, '$&declare(strict_types=1);\n');
    await writeFile(join(folder, 'example'), text);
    const { stdout } = await run(PROGRAMS[language].run, ['example'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
    return stdout;
  }

  /** Starts a program of the documentation that answers requests at a port, until the end of the suite. */
  static async serve(
    language: Language,
    folder: string,
    program: string,
    { port, env }: { port: number; env: Record<string, string> },
  ): Promise<void> {
    const file = language === 'TypeScript' ? 'hook.mjs' : 'hook';
    await writeFile(join(folder, file), program);
    const args = language === 'PHP' ? ['-S', `127.0.0.1:${port}`, file] : [file];
    const child = spawn(PROGRAMS[language].run, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    });
    atEndOfSuite(() => child.kill());
  }

  /** Awaits the result of a call, which must succeed. The pages of a helper are returned as a list. */
  async call<T = Record<string, unknown>>(
    operation: string,
    args: unknown[] = [],
    query: Record<string, unknown> = {},
  ): Promise<T> {
    const { result, error } = await this.send(operation, args, query);
    expect(error).toBeUndefined();
    return result as T;
  }

  /** Awaits the results of calls, which are made at once where the language can, and must succeed. */
  async callAtOnce<T>(calls: [operation: string, args: unknown[]][]): Promise<T[]> {
    const answers = await this.exchange<Answer[]>(
      calls.map(([operation, args]) => ({ operation, args, query: {} })),
    );
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
    return answers.map(({ result }) => result as T);
  }

  /** Awaits the result of a call or its error. */
  async outcome<T>(operation: string, ...args: unknown[]) {
    return (await this.send(operation, args, {})) as { result?: T; error?: ClientError };
  }

  /** Awaits the error of a call, which must fail, and everything that the language shows of it. */
  async refusal(operation: string, ...args: unknown[]) {
    const { error, shown } = await this.send(operation, args, {});
    expect(error).toBeDefined();
    return { error: error!, shown: shown! };
  }

  async stop(): Promise<void> {
    if (this.child.signalCode !== null || this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }

  private send(operation: string, args: unknown[], query: object): Promise<Answer> {
    return this.exchange<Answer>({ operation, args, query });
  }

  private async exchange<T>(message: object): Promise<T> {
    const answered = once(this.lines, 'line');
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
    const [line] = (await answered) as [string];
    return JSON.parse(line) as T;
  }
}
