import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import NativeEnvironment from '../../support/native/native-environment.js';
import transformer from '../../support/native/native-transformer.js';

const SOURCE = /\/src\/.*(?<!\.spec)\.ts$/;
/** Never stopped, because V8 counts blocks only in functions that it compiled after counting had begun. */
let counting;

/**
 * Environment that writes how long the suite took, and how often it ran each line of the service. Lines are identified by file
 * and line of the source.
 */
export default class CoverageEnvironment extends NativeEnvironment {
  #suite;
  #rootDir;
  #startedAt = performance.now();
  #hasFailed = false;

  constructor(config, context) {
    super(config, context);
    this.#suite = context.testPath;
    this.#rootDir = config.projectConfig.rootDir;
  }

  async setup() {
    await super.setup();
    counting ??= startCounting();
    await (await counting).post('Profiler.takePreciseCoverage');
  }

  handleTestEvent(event) {
    super.handleTestEvent(event);
    if (event.name === 'test_done') this.#hasFailed ||= event.test.errors.length > 0;
  }

  async teardown() {
    await super.teardown();
    const { result } = await (await counting).post('Profiler.takePreciseCoverage');
    const suite = relative(this.#rootDir, this.#suite);
    const files = Object.fromEntries(
      result
        .filter(({ url }) => SOURCE.test(url))
        .map((script) => [
          relative(this.#rootDir, fileURLToPath(script.url)),
          this.#countsOf(script),
        ]),
    );
    const name = `${createHash('sha1').update(suite).digest('hex')}.json`;
    const path = join(process.env.COVERAGE_FOLDER, name);
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    // One that fails without a mutant proves nothing.
    if (this.#hasFailed) rmSync(path, { force: true });
    else writeFileSync(path, JSON.stringify({ suite, seconds, files }));
  }

  /** Counts the runs of each executed line, by its number in the source. */
  #countsOf({ url, functions }) {
    const path = fileURLToPath(url);
    const { code, map: json } = transformer.process(readFileSync(path, 'utf8'), path);
    const counts = new Float64Array(code.length);
    const isOfModule = ({ startOffset }) => startOffset === 0;
    const ranges = functions.flatMap((one) => (isOfModule(one.ranges[0]) ? [] : one.ranges));
    ranges.sort((one, other) => size(other) - size(one));
    for (const { startOffset, endOffset, count } of ranges) {
      counts.fill(count, startOffset, endOffset);
    }
    const map = new SourceMap(JSON.parse(json));
    const lines = {};
    let start = 0;
    for (const [index, text] of code.split('\n').entries()) {
      const column = text.search(/\S/);
      const count = counts[start + column] ?? 0;
      start += text.length + 1;
      const { originalLine } = count > 0 ? map.findEntry(index, column) : {};
      if (originalLine !== undefined) {
        lines[originalLine + 1] = Math.max(count, lines[originalLine + 1] ?? 0);
      }
    }
    return lines;
  }
}

function size({ startOffset, endOffset }) {
  return endOffset - startOffset;
}

async function startCounting() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}
