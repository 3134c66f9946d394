import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

/** For each operator, the replacement and the kind of that defect. */
const OPERATORS = {
  '<': ['<=', 'boundary'],
  '<=': ['<', 'boundary'],
  '>': ['>=', 'boundary'],
  '>=': ['>', 'boundary'],
  '===': ['!==', 'condition'],
  '!==': ['===', 'condition'],
  '&&': ['||', 'condition'],
  '||': ['&&', 'condition'],
  '+': ['-', 'sign'],
  '-': ['+', 'sign'],
  '*': ['/', 'sign'],
  '/': ['*', 'sign'],
  '+=': ['-=', 'sign'],
  '-=': ['+=', 'sign'],
  '++': ['--', 'sign'],
  '--': ['++', 'sign'],
};
const TESTED = ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement'];
const LEAVES = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'];
/** Types and decorators, which have no effect at run time. */
const SKIPPED_KEYS =
  /^(?:decorators|typeAnnotation|returnType|typeParameters|typeArguments|superTypeArguments|implements)$/;
const SKIPPED_NODES = /^(?:Import|TSInterface|TSTypeAlias|TSDeclareFunction|TSEnum)/;
/** Statements that write logs and metrics, and errors of impossible cases. */
const UNNOTICED =
  /\b(?:log|logger|metrics?)\b|\.(?:inc|observe|warn|debug|info|setAttribute)\(|throw new Error\(/;
const SQL = /\b(?:SELECT|UPDATE|INSERT|DELETE|WHERE|FROM|JOIN|CASE)\b/;

/**
 * Lists the mutants of a source file and its SQL: inverted conditions, moved boundaries, changed signs, removed statements.
 *
 * @returns for each mutant its kind, its place, the old and the new text, and the first line before and after
 */
export function mutantsOf(file, source = readFileSync(file, 'utf8')) {
  const list = new MutantList(file, source);
  list.visit(parseSync(file, source).program);
  return list.mutants;
}

class MutantList {
  mutants = [];

  constructor(file, source) {
    this.file = file;
    this.source = source;
  }

  visit(node) {
    if (Array.isArray(node)) for (const one of node) this.visit(one);
    if (typeof node?.type !== 'string' || SKIPPED_NODES.test(node.type)) return;
    this.mutate(node);
    // The text of an error is for people.
    if (node.type === 'ThrowStatement') return;
    for (const [key, child] of Object.entries(node)) {
      if (!SKIPPED_KEYS.test(key) && typeof child === 'object') this.visit(child);
    }
  }

  mutate(node) {
    const { type, start, end, operator } = node;
    if (TESTED.includes(type)) this.turnAround(node.test);
    if (isRemovable(node) && !UNNOTICED.test(this.source.slice(start, end))) {
      this.add('statement', start, end, ';');
    }
    if (type === 'UnaryExpression' && (operator === '!' || operator === '-')) {
      const kind = operator === '!' ? 'condition' : 'sign';
      this.add(kind, start, end, this.source.slice(node.argument.start, end));
    }
    if (type === 'UpdateExpression') this.swap(operator, start, end);
    if (/^(?:Binary|Logical|Assignment)Expression$/.test(type) && !isText(node)) {
      this.swap(operator, node.left.end, node.right.start);
    }
    const isString = type === 'TemplateLiteral' || typeof node.value === 'string';
    if (isString && SQL.test(this.source.slice(start, end))) this.mutateSql(start, end);
  }

  turnAround({ start, end }) {
    this.add('condition', start, end, `!(${this.source.slice(start, end)})`);
  }

  swap(operator, start, end) {
    const [other, kind] = OPERATORS[operator] ?? [];
    const at = this.source.indexOf(operator, start);
    if (other !== undefined && at < end) this.add(kind, at, at + operator.length, other);
  }

  mutateSql(from, to) {
    const sql = this.source.slice(from, to);
    for (const { index, 1: operator } of sql.matchAll(/(?<= )(<=?|>=?|[+*/-])(?= )/g)) {
      this.swap(operator, from + index, from + index + operator.length);
    }
    for (const { index, 0: line } of sql.matchAll(/(?<=\n *)AND [^\n]+(?=\n)/g)) {
      const count = (sign) => line.split(sign).length;
      const isWhole = count('(') === count(')') && count('{') === count('}');
      if (isWhole) this.add('condition', from + index, from + index + line.length, '');
    }
  }

  /** Adds a mutant if the result is valid TypeScript. Its key does not depend on the lines above it. */
  add(kind, start, end, replacement) {
    const { file, source } = this;
    const mutated = source.slice(0, start) + replacement + source.slice(end);
    if (parseSync(file, mutated).errors.length > 0) return;
    const text = source.slice(start, end);
    const line = source.slice(0, start).split('\n').length;
    const nth = this.mutants.filter((one) => one.kind === kind && one.text === text).length;
    const key = [file, kind, nth, text, replacement].join('\0');
    const first = source.lastIndexOf('\n', start - 1) + 1;
    const lineOf = (code) => code.slice(first, code.indexOf('\n', start)).trim();
    const [before, after] = [lineOf(source), lineOf(mutated)];
    this.mutants.push({ key, file, line, start, end, replacement, kind, text, before, after });
  }
}

/** Returns true for a call, a throw, or an `if` without `else` that only leaves: they can be removed. */
function isRemovable({ type, expression, directive, alternate, consequent }) {
  if (type === 'IfStatement') return alternate === null && isLeaving(consequent);
  const isSuper = expression?.type === 'CallExpression' && expression.callee.type === 'Super';
  const isCall = type === 'ExpressionStatement' && directive === undefined && !isSuper;
  return type === 'ThrowStatement' || isCall;
}

function isLeaving(node) {
  const [only, ...others] = node.type === 'BlockStatement' ? node.body : [node];
  return others.length === 0 && only !== undefined && LEAVES.includes(only.type);
}

/** Returns true if a sum is visibly a concatenation of texts. */
function isText({ operator, left, right }) {
  const isOfText = (node) =>
    node.type === 'TemplateLiteral' ||
    typeof node.value === 'string' ||
    (node.type === 'BinaryExpression' && isText(node));
  return (operator === '+' || operator === '+=') && (isOfText(left) || isOfText(right));
}

/** Chooses some mutants by a seed. Each choice is independent of the others. */
export function draw(mutants, seed, count) {
  const rank = ({ key }) => createHash('sha256').update(`${seed}\0${key}`).digest('hex');
  return mutants
    .map((mutant) => ({ ...mutant, id: rank(mutant) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, count);
}
