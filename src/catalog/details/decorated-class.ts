/** Makes a class whose fields have these decorators, as if they were declared in this order. */
export function decoratedClass<Fields extends object>(
  decorators: readonly (readonly [keyof Fields & string, PropertyDecorator])[],
): new () => Fields {
  class Decorated {
    readonly [field: string]: unknown;
  }
  for (const [field, decorate] of decorators) decorate(Decorated.prototype, field);
  return Decorated as new () => Fields;
}
