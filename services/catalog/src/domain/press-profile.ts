/** What a product type is printed with; `key` is where it lies in storage, `digest` its SHA-256. */
export type PressProfile = { name: string; digest: string; key: string };
