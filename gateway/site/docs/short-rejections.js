/**
 * The document with each refusal as a list of its codes, a sentence each: as schemas and bodies they would be most of the height
 * of an operation.
 */
export function withShortRefusals(description) {
  const resolved = (part) => (part.$ref === undefined ? part : named(description, part.$ref));
  const shortened = ([status, response]) => {
    if (!/^[45]/.test(status)) return [status, response];
    const { description: about, content } = resolved(response);
    const examples = Object.values(content?.['application/problem+json']?.examples ?? {}).map(resolved);
    const codes = examples.map(({ value }) => `- \`${value.code}\`: ${value.detail}`);
    return [status, { description: [`${about}.`, '', ...codes].join('\n') }];
  };
  const paths = mapValues(description.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: Object.fromEntries(Object.entries(operation.responses).map(shortened)),
    })),
  );
  return { ...description, paths };
}

const mapValues = (members, change) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));

const named = ({ components }, pointer) => {
  const [kind, name] = pointer.split('/').slice(-2);
  return components[kind][name];
};
