import { SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

/**
 * Reads the row that a call of `.query(…)` promises to its caller.
 *
 * @returns null where no properties are declared
 */
export function rowOf(checker, call) {
  const type = rowTypeOf(checker, checker.getTypeAtLocation(call));
  const properties = type === null ? [] : checker.getPropertiesOfType(type);
  if (properties.length === 0) return null;
  const types = checker.getTypeOfSymbol(properties);
  return {
    // Only the callers know the columns that a type parameter stands for.
    hasMore: partsOf(type).some(({ flags }) => flags & TypeFlags.Instantiable),
    properties: properties.map(({ name, flags }, at) => ({
      name,
      isOptional: (flags & SymbolFlags.Optional) !== 0,
      ...formOf(checker, types[at]),
    })),
  };
}

/** Finds the type of a row in a promise of rows, of rows and their count (UPDATE, DELETE), or of a result of pg. */
function rowTypeOf(checker, type) {
  const argumentOf = (from) => checker.getTypeArguments(from)[0];
  const isList = (from) => checker.isArrayType(from) || checker.isTupleType(from);
  const result = type.getSymbol()?.name === 'Promise' ? argumentOf(type) : type;
  if (result.getSymbol()?.name === 'QueryResult') return argumentOf(result);
  if (!isList(result)) return null;
  const first = argumentOf(result);
  const row = first !== undefined && isList(first) ? argumentOf(first) : first;
  return row !== undefined && row.flags & (TypeFlags.Object | TypeFlags.Intersection) ? row : null;
}

/** Describes the type of a property: its text, the kinds of its values, and whether null is allowed. */
function formOf(checker, type) {
  const parts = type.isUnionType() ? type.getTypes() : [type];
  const isNull = ({ flags }) => flags & (TypeFlags.Nullable | TypeFlags.AnyOrUnknown);
  return {
    type: checker.typeToString(type),
    isNullable: parts.some(isNull),
    kinds: new Set(parts.filter((part) => !isNull(part)).map((part) => kindOf(checker, part))),
  };
}

function kindOf(checker, type) {
  const has = (flags) => partsOf(type).some((part) => part.flags & flags);
  if (has(TypeFlags.StringLike)) return 'string';
  if (has(TypeFlags.NumberLike)) return 'number';
  if (has(TypeFlags.BooleanLike)) return 'boolean';
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'array';
  const name = type.getSymbol()?.name;
  return name === 'Date' || name === 'Buffer' ? name : 'object';
}

function partsOf(type) {
  return type.isIntersectionType() ? type.getTypes() : [type];
}
