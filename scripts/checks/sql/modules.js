import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform, transformSync } from '@swc/core';

/** Code at the end of a module, where all its names can be read, exported or not. */
const EVALUATE = '\nexport const evaluateHere = (code: string): unknown => eval(code);\n';

/** Modules of a checkout, compiled to a folder of their own so that expressions can be evaluated in them. */
export class Modules {
  constructor(root) {
    this.root = root;
    const { $schema: _, ...options } = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
    this.options = { ...options, swcrc: false, sourceMaps: false };
    // Node.js finds packages from within the checkout only.
    mkdirSync(join(root, 'dist'), { recursive: true });
    this.folder = mkdtempSync(join(root, 'dist/sql-'));
  }

  async compile(files) {
    await Promise.all(
      files.map(async (file) => {
        const source = readFileSync(join(this.root, file), 'utf8') + EVALUATE;
        const { code } = await transform(source, { ...this.options, filename: file });
        const target = this.compiled(file);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, code);
      }),
    );
  }

  /** Evaluates an expression in TypeScript at the end of a module. */
  async evaluate(file, expression) {
    const { evaluateHere } = await import(pathToFileURL(this.compiled(file)).href);
    return evaluateHere(transformSync(expression, { ...this.options, filename: file }).code);
  }

  remove() {
    rmSync(this.folder, { recursive: true });
  }

  compiled(file) {
    return join(this.folder, file.replace(/\.ts$/, '.js'));
  }
}
