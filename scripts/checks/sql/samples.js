import { SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

/** Text of {@link unknown}. */
const UNKNOWN_TEXT = '\0unknown\0';
const MAX_DEPTH = 3;

/** Value of which only the type is known. Code may call, read and spread it; {@link isKnown} finds it in the result. */
const unknown = new Proxy(() => unknown, {
  apply: () => unknown,
  get(_, name) {
    if (name === Symbol.toPrimitive) return () => UNKNOWN_TEXT;
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    return name === 'then' ? undefined : unknown;
  },
});

/** Returns true if no part of a value is unknown. */
export function isKnown(value) {
  if (typeof value === 'string') return !value.includes(UNKNOWN_TEXT);
  if (typeof value !== 'object' || value === null) return value !== unknown;
  return Object.values(value).every(isKnown);
}

/** Lists values of a type, so that each of its literals occurs, and null if it is allowed. Texts without literals are unknown. */
export function samplesOf(checker, type, depth = 0) {
  const { flags } = type;
  if (flags & TypeFlags.Literal) return [type.value ?? type.intrinsicName === 'true'];
  if (flags & TypeFlags.NumberLike) return [1];
  if (flags & TypeFlags.Null) return [null];
  if (flags & TypeFlags.VoidLike) return [undefined];
  if (type.isUnionType()) {
    const samples = type.getTypes().flatMap((part) => samplesOf(checker, part, depth));
    // A missing value often leaves out a part of the statement.
    return samples.sort((one, other) => Number(one == null) - Number(other == null));
  }
  const isStructured = flags & (TypeFlags.Object | TypeFlags.Intersection);
  return isStructured && depth < MAX_DEPTH ? objectsOf(checker, type, depth + 1) : [unknown];
}

function objectsOf(checker, type, depth) {
  const samples = (part) => samplesOf(checker, part, depth);
  if (checker.isTupleType(type)) return combinationsOf(checker.getTypeArguments(type).map(samples));
  // Mixed properties would be those of an object that is not in the list.
  if (checker.isArrayType(type)) {
    return [samplesOf(checker, checker.getTypeArguments(type)[0], MAX_DEPTH)];
  }
  const symbol = type.getSymbol();
  if (symbol?.name === 'Date') return [new Date(0)];
  if (symbol?.name === 'ReadonlyMap') {
    return [new Map(combinationsOf(checker.getTypeArguments(type).map(samples)))];
  }
  const isForeign = /node_modules|^bundled:/.test(symbol?.declarations[0]?.path);
  const isInstance = type.isClassOrInterface() && (isForeign || symbol.flags & SymbolFlags.Class);
  const isFunction = checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
  if (isInstance || isFunction) return [unknown];
  const properties = checker.getPropertiesOfType(type);
  const types = properties.length > 0 ? checker.getTypeOfSymbol(properties) : [];
  return combinationsOf(types.map(samples)).map((values) =>
    Object.fromEntries(properties.map(({ name }, at) => [name, values[at]])),
  );
}

/** Combines lists to lists with one value of each, so that every value occurs. */
export function combinationsOf(lists) {
  const count = Math.max(1, ...lists.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => lists.map((list) => list[at % list.length]));
}
