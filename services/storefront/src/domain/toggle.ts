export type Toggle = { isOn: boolean; count: number };

/** The opposite of a person's previous state; `change` is the effect on the count. */
export const toggled = ({ isOn, count }: Toggle): Toggle & { change: 1 | -1 } => {
  const change = isOn ? -1 : 1;
  return { isOn: !isOn, count: count + change, change };
};
