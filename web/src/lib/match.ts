/**
 * Exhaustive matching on the server's enums. On the wire a variant is a string, or an object whose only key is the name
 * of the variant. `match` needs a case for every variant, so a variant that is added to the API fails to compile here.
 */
export type Kind<E> = E extends string ? E : keyof E & string;
export type Fields<E, K extends string> = E extends string ? undefined : E extends Record<K, infer V> ? V : never;
export type Cases<E, R> = { [K in Kind<E>]: (fields: FieldsOf<E, K>) => R };
type FieldsOf<E, K extends string> = Extract<E, K> extends never ? Fields<Exclude<E, string>, K> : undefined;

/** The name of the variant. */
export function kindOf<E extends string | object>(value: E): Kind<E> {
  return (typeof value === 'string' ? value : Object.keys(value)[0]) as Kind<E>;
}

/** The fields of a value if it is of this variant, otherwise `undefined`. */
export function fieldsOf<E extends string | object, K extends Kind<E>>(value: E, kind: K): FieldsOf<E, K> | undefined {
  return typeof value === 'object' ? (value as Record<string, FieldsOf<E, K>>)[kind] : undefined;
}

/** Calls the case of the value's variant with its fields. */
export function match<E extends string | object, R>(value: E, cases: Cases<E, R>): R {
  const kind = kindOf(value);
  const fields = typeof value === 'string' ? undefined : (value as Record<string, unknown>)[kind];
  const found = (cases as Record<string, ((fields: unknown) => R) | undefined>)[kind];
  // A page that is older than the server can meet variants it does not know.
  if (!found) throw new TypeError(`unknown variant: ${kind}`);
  return found(fields);
}
