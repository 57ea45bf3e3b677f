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

/** One object, whose missing member the compiler names; of an intersection it would name only the parts. */
type ShownOrLeftOut<T> = { [K in keyof T]: T[K] };

/**
 * The fields that a view of a message returns. A field that the message has and the view does not show fails the type
 * check, unless it is listed as left out or shown under another name, so that adding a field is a decision. Until it
 * is made, the type has a member that no value fits: the error is at the view, and at no use of it.
 */
export type View<Message, Json extends z.ZodType, Decided extends keyof Message = never> = ShownOrLeftOut<
  z.input<Json> & { [Field in Undecided<Message, Json, Decided>]: never }
>;
