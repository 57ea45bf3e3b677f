export type Toggle = { isOn: boolean; count: number };

/** What a person thought before, turned round; `change` is what it makes of the count. */
export const toggled = ({ isOn, count }: Toggle): Toggle & { change: 1 | -1 } => {
  const change = isOn ? -1 : 1;
  return { isOn: !isOn, count: count + change, change };
};
