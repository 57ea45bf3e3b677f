import type { z } from 'zod';

/** Some members are shown in other words: a key as an address, basis points as percent. */
type FieldsShownBy<Json> = keyof {
  [
    K in keyof Json as
      | K
      | (K extends `${infer Name}Url` ? `${Name}Key` : never)
      | (K extends `${infer Name}Percent` ? `${Name}BasisPoints` : never)
  ]: true;
};

type Undecided<Message, Json extends z.ZodType, Decided> = Exclude<
  keyof Message,
  FieldsShownBy<z.input<Json>> | Decided
>;

/**
 * The fields that a view of a message returns. A field that the message has and the view does not show fails the type
 * check, unless it is listed as left out or shown under another name, so that adding a field is a decision.
 */
export type View<Message, Json extends z.ZodType, Decided extends keyof Message = never> = [
  Undecided<Message, Json, Decided>,
] extends [never]
  ? z.input<Json>
  : { 'neither shown nor left out': Undecided<Message, Json, Decided> };
