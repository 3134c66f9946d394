import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isBindingElement,
  isForOfStatement,
  isIdentifier,
  isIfStatement,
  isParameterDeclaration,
  isShorthandPropertyAssignment,
  isSourceFile,
  isVariableStatement,
} from 'typescript/unstable/ast/is';

const VARIABLES = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.BindingElement,
]);

/**
 * The part of a function that computes one of its expressions: a generator of the values that the expression can have. Its caller gives it
 * the values of parameters, and of what the function awaits.
 */
export class Slice {
  /** Variables whose values the caller gives. */
  given = [];
  usesThis = false;
  #checker;
  #expression;
  /** Lines of the generator by the node that they come from. */
  #lines = new Map();
  #names = new Set();

  constructor(checker, expression) {
    this.#checker = checker;
    this.#expression = expression;
    this.#follow(expression);
    this.#addStatements();
  }

  /** Writes the generator. Its parameter has a list of values for each variable of {@link given}. */
  toString() {
    const given = this.given.map((variable, at) => loopOf(variable, `given[${at}]`));
    const computed = [...this.#lines]
      .sort(([one], [other]) => one.pos - other.pos)
      .map(([, line]) => line);
    const lines = ['for (const turn of [1]) {', ...given, ...computed];
    const loops = lines.filter((line) => line.startsWith('for (const ')).length;
    return `(function* (given) {
      ${lines.join('\n')}
      yield (${this.#expression.getText()});
      ${'}'.repeat(loops)}
    })`;
  }

  /** Adds the local variables that a node reads. */
  #follow(node) {
    for (const [variable, name] of this.#variablesIn(node)) {
      this.#names.add(name);
      const isKnown = this.#lines.has(variable) || this.given.includes(variable);
      if (!isKnown) this.#addVariable(variable);
    }
  }

  #addVariable(variable) {
    const { parent } = variable.parent;
    const source = isForOfStatement(parent) ? parent.expression : variable.initializer;
    if (isParameterDeclaration(variable) || source === undefined || awaits(source)) {
      this.given.push(variable);
      return;
    }
    const text = source.getText();
    const declared = `let ${variable.name.getText()} = ${text};`;
    this.#lines.set(variable, isForOfStatement(parent) ? loopOf(variable, text) : declared);
    this.#follow(source);
  }

  /** Adds statements before the expression that change its variables, or that end the function because of them. */
  #addStatements() {
    const sizeOf = () => this.#lines.size + this.given.length;
    const size = sizeOf();
    for (let node = this.#expression; !isSourceFile(node.parent); node = node.parent) {
      const { parent } = node;
      if (isIfStatement(parent) && node.pos > parent.expression.pos) {
        const isThen = node.pos === parent.thenStatement.pos;
        this.#addEnd(
          parent,
          isThen ? `!(${parent.expression.getText()})` : parent.expression.getText(),
        );
      }
      for (const statement of parent.statements ?? []) {
        if (statement.pos < node.pos) this.#addStatement(statement);
      }
    }
    if (sizeOf() > size) this.#addStatements();
  }

  #addStatement(statement) {
    if (isVariableStatement(statement) || awaits(statement)) return;
    if (
      isIfStatement(statement) &&
      /^\{?\s*(?:return|continue)\b/.test(statement.thenStatement.getText())
    ) {
      this.#addEnd(statement, statement.expression.getText());
    } else if (this.#has(statement, String.raw`(?:\.push\(| \+?= )`)) {
      this.#lines.set(statement, statement.getText());
      this.#follow(statement);
    }
  }

  #addEnd(statement, condition) {
    if (awaits(statement.expression) || !this.#has(statement.expression, String.raw`\b`)) return;
    this.#lines.set(statement, `if (${condition}) continue;`);
    this.#follow(statement.expression);
  }

  /** Returns true if a node has the name of a variable before a pattern. */
  #has(node, pattern) {
    const names = [...this.#names].join('|');
    return (
      names !== '' && new RegExp(String.raw`(?<![.\w])(?:${names})${pattern}`).test(node.getText())
    );
  }

  /** Lists the local variables that a node reads and does not declare, with the names that it reads. */
  #variablesIn(node) {
    const names = [];
    const visit = (child) => {
      if (isIdentifier(child)) names.push(child);
      if (child.kind === SyntaxKind.ThisKeyword) this.usesThis = true;
      child.forEachChild(visit);
    };
    visit(node);
    const { path } = node.getSourceFile();
    const symbols = names.length > 0 ? this.#checker.getSymbolAtLocation(names) : [];
    return symbols
      .map((symbol, at) => {
        const { parent } = names[at];
        return isShorthandPropertyAssignment(parent)
          ? this.#checker.getShorthandAssignmentValueSymbol(parent)
          : symbol;
      })
      .filter((symbol) => {
        const { valueDeclaration } = symbol ?? {};
        return valueDeclaration?.path === path && VARIABLES.has(valueDeclaration.kind);
      })
      .map(({ name, valueDeclaration }) => [variableOf(valueDeclaration.resolve()), name])
      .filter(([variable]) => isLocal(variable) && !isWithin(variable, node));
  }
}

function loopOf(variable, values) {
  return `for (const ${variable.name.getText()} of ${values}) {`;
}

/** Finds the variable or parameter of a name in a destructuring pattern. */
function variableOf(declaration) {
  return isBindingElement(declaration) ? variableOf(declaration.parent.parent) : declaration;
}

function isLocal(variable) {
  return isParameterDeclaration(variable) || !isSourceFile(variable.parent.parent.parent);
}

function isWithin(inner, outer) {
  return inner.pos >= outer.pos && inner.end <= outer.end;
}

function awaits(node) {
  return /\bawait\b/.test(node.getText());
}
