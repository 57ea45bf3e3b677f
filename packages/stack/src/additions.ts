// oxlint-disable-next-line no-explicit-any -- a document is arbitrary JSON
type Json = any;

/** Routes, and fields of schemas, that an OpenAPI document has and an earlier one did not: `GET /audit`, `Order.paidCents`. */
export function additions(released: Json, present: Json): string[] {
  const routes = Object.entries<Json>(present.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => !released.paths[path]?.[method])
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const earlier = released.components.schemas;
  const fields = Object.entries<Json>(present.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties)
      .filter((field) => earlier[name] && !earlier[name].properties?.[field])
      .map((field) => `${name}.${field}`),
  );
  return [...routes, ...fields];
}

/** Those whose path or field a text does not name. */
export function unnamedIn(text: string, added: readonly string[]): string[] {
  const words = new Set(text.match(/\w+/g));
  return added.filter((name) => {
    const [, path] = name.split(' ');
    return path ? !text.includes(path) : !words.has(name.split('.')[1]!);
  });
}
