export type Json = Record<string, unknown>;

export const ref = (kind: 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});
