import type { FieldError } from '@estampa/kernel/errors';

/** An option of a product type with its active values. */
export type OptionRule = { key: string; required: boolean; values: readonly string[] };
export type AllowedOptions = Record<string, string[]>;
export type SelectedOptions = Record<string, string>;

/** What a seller may allow: existing keys and values, and for a required option at least one of them. */
export function checkAllowedOptions(
  allowed: AllowedOptions,
  options: readonly OptionRule[],
  path: string,
): FieldError[] {
  const byKey = new Map(options.map((option) => [option.key, option]));
  return Object.entries(allowed).flatMap(([key, values]): FieldError[] => {
    const option = byKey.get(key);
    const at = `${path}.${key}`;
    if (!option) return [{ path: at, code: 'unknown_option', message: 'is not an option of the product type' }];
    if (option.required && values.length === 0) {
      return [{ path: at, code: 'required_option_empty', message: 'is a required option and needs a value' }];
    }
    return values.flatMap((value, index) =>
      option.values.includes(value)
        ? []
        : [{ path: `${at}[${index}]`, code: 'unknown_value', message: `${value} is not a value of the option` }],
    );
  });
}

/**
 * What a buyer may choose from, key by key: the seller's selection where the key is named, else all active values. An option
 * that was taken off while it was optional and is required now inherits all again, else nothing could be bought.
 */
export function effectiveOptions(allowed: AllowedOptions, options: readonly OptionRule[]): OptionRule[] {
  const allowedByKey = new Map(Object.entries(allowed));
  return options.flatMap((option) => {
    const named = allowedByKey.get(option.key);
    if (!named || (option.required && named.length === 0)) return [option];
    const values = option.values.filter((value) => named.includes(value));
    // A required option is never lost: with nothing left to choose from, nothing can be bought.
    return values.length > 0 || option.required ? [{ ...option, values }] : [];
  });
}

/** What a buyer chose: every required option, each with an allowed value, and nothing else. */
export function checkSelectedOptions(
  selected: SelectedOptions,
  effective: readonly OptionRule[],
  path: string,
): FieldError[] {
  const chosen = new Map(Object.entries(selected));
  const offered = new Map(effective.map((option) => [option.key, option]));
  const missing = effective
    .filter(({ key, required }) => required && !chosen.has(key))
    .map(({ key }) => ({ path: `${path}.${key}`, code: 'required', message: 'must be chosen' }));
  const wrong = [...chosen].flatMap(([key, value]): FieldError[] => {
    const option = offered.get(key);
    if (!option) return [{ path: `${path}.${key}`, code: 'unknown_option', message: 'is not offered' }];
    if (option.values.includes(value)) return [];
    return [{ path: `${path}.${key}`, code: 'value_not_allowed', message: `cannot be ${value}` }];
  });
  return [...missing, ...wrong];
}
