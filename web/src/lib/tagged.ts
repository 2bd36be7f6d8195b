/**
 * What the house sends as one of several kinds is either a word or an object with one key, which names the kind.
 * `match` takes it apart with a case for every kind: a kind the house learns later is an error at compile time here.
 */
export type Tag<E> = E extends string ? E : keyof E & string;
export type Inside<E, K extends string> = E extends string ? undefined : E extends Record<K, infer V> ? V : never;
export type Cases<E, R> = { [K in Tag<E>]: (value: Value<E, K>) => R };
type Value<E, K extends string> = Extract<E, K> extends never ? Inside<Exclude<E, string>, K> : undefined;

/** Which kind it is. */
export function tag<E extends string | object>(tagged: E): Tag<E> {
  return (typeof tagged === 'string' ? tagged : Object.keys(tagged)[0]) as Tag<E>;
}

/** What is inside, if it is of that kind. */
export function as<E extends string | object, K extends Tag<E>>(tagged: E, kind: K): Value<E, K> | undefined {
  return typeof tagged === 'object' ? (tagged as Record<string, Value<E, K>>)[kind] : undefined;
}

/** One case for every kind. */
export function match<E extends string | object, R>(tagged: E, cases: Cases<E, R>): R {
  const kind = tag(tagged);
  const inside = typeof tagged === 'string' ? undefined : (tagged as Record<string, unknown>)[kind];
  const told = (cases as Record<string, ((value: unknown) => R) | undefined>)[kind];
  // A page that is older than the house meets kinds it does not know.
  if (!told) throw new TypeError(`unknown kind: ${kind}`);
  return told(inside);
}
