const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HOURS = 24;

/** Days of the week, and the hour from which on the run of such a day starts. */
export type PayoutSchedule = { days: readonly string[]; hour: number };

/** `mon,thu@9`; null: it is none. */
export function readSchedule(text: string): PayoutSchedule | null {
  const [, listed, hour] = /^([a-z,]+)@(\d{1,2})$/.exec(text) ?? [];
  const days = (listed ?? '').split(',');
  if (days.some((day) => !DAYS.includes(day)) || Number(hour) >= HOURS) return null;
  return { days, hour: Number(hour) };
}

/** The day whose run is due at a local time, as `YYYY-MM-DD HH:MM:SS`; null: none is. A run that was missed starts until its day ends. */
export function dueDay({ days, hour }: PayoutSchedule, localTime: string): string | null {
  const [day = '', time = ''] = localTime.split(' ');
  const weekday = DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]!;
  return days.includes(weekday) && Number(time.slice(0, 2)) >= hour ? day : null;
}
