import { relative } from 'node:path';
import {
  isClassDeclaration,
  isConstructorDeclaration,
  isNewExpression,
  isParameterDeclaration,
  isSpreadElement,
} from 'typescript/unstable/ast/is';
import { combinationsOf, isKnown, samplesOf } from './samples.js';
import { Slice } from './slice.js';

/** Maximum number of values of an expression; conditions can be combined in many ways. */
const MAX_VALUES = 100;

/** Calculator of the values that expressions of the service can have, without running it. */
export class Values {
  #root;
  #checker;
  #modules;
  #dataSource;

  constructor({ root, checker, modules, dataSource }) {
    this.#root = root;
    this.#checker = checker;
    this.#modules = modules;
    this.#dataSource = dataSource;
  }

  /**
   * Lists values of an expression.
   *
   * @param hops number of calls that are followed from a parameter to the arguments for it
   */
  async of(expression, hops) {
    const slice = new Slice(this.#checker, expression);
    const given = [];
    for (const variable of slice.given) given.push(await this.#given(variable, hops));
    const generate = await this.#evaluate(expression, String(slice));
    const values = new Set();
    for (const self of slice.usesThis ? await this.#instances(expression, hops) : [undefined]) {
      for (const value of generate.call(self, given)) {
        values.add(value);
        if (values.size === MAX_VALUES) return [...values];
      }
    }
    return [...values];
  }

  #evaluate(node, code) {
    return this.#modules.evaluate(relative(this.#root, node.getSourceFile().fileName), code);
  }

  async #given(variable, hops) {
    const samples = samplesOf(this.#checker, this.#checker.getTypeAtLocation(variable.name));
    if (!isParameterDeclaration(variable) || hops === 0 || isKnown(samples)) return samples;
    const handed = await this.#argumentsFor(variable, hops - 1);
    return handed.length > 0 ? handed : samples;
  }

  /** Lists the values that callers hand over for a parameter. */
  async #argumentsFor(parameter, hops) {
    const { parent: called, dotDotDotToken: isRest } = parameter;
    const place = called.parameters.findIndex(({ pos }) => pos === parameter.pos);
    const values = [];
    for (const { arguments: args } of isRest ? [] : this.#callsOf(called)) {
      const argument = args[place] ?? parameter.initializer;
      if (argument === undefined || args.some(isSpreadElement)) continue;
      values.push(...(await this.of(argument, hops).catch(() => [])));
    }
    return values;
  }

  /** Lists the calls of a function, or the `new` expressions of a constructor. */
  #callsOf(called) {
    if (!isConstructorDeclaration(called)) {
      const usages = this.#checker.getSignatureUsage(called);
      return usages.flatMap(({ call }) => call?.resolve() ?? []);
    }
    const { name } = called.parent;
    return this.#checker
      .getReferencedSymbolsForNode(name, name.getStart())
      .flatMap(({ references }) => references)
      .map((reference) => reference.resolve().parent)
      .filter(isNewExpression);
  }

  /** Makes instances of the class around an expression, with repositories, and with samples of other arguments. */
  async #instances(expression, hops) {
    let node = expression;
    while (!isClassDeclaration(node)) node = node.parent;
    const { parameters = [] } = node.members.find(isConstructorDeclaration) ?? {};
    const given = [];
    for (const parameter of parameters) given.push(await this.#injected(parameter, hops));
    const made = await this.#evaluate(expression, node.name.text);
    return combinationsOf(given).map((values) => new made(...values));
  }

  #injected(parameter, hops) {
    // By name, because the modules that were compiled for this have classes of their own.
    const dataSource = {
      getMetadata: ({ name }) => this.#dataSource.getMetadata(name),
      getRepository: ({ name }) => this.#dataSource.getRepository(name),
    };
    const type = parameter.type?.getText();
    if (type === 'DataSource') return [dataSource];
    const [, name] = /^Repository<(\w+)>$/.exec(type) ?? [];
    return name === undefined ? this.#given(parameter, hops) : [dataSource.getRepository({ name })];
  }
}
