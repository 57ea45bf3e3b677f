/** Where the days of this marketplace begin and end. */
export const SAO_PAULO = 'America/Sao_Paulo';

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
/** Made when it is first needed: it takes 15 ms. */
let local: Intl.DateTimeFormat | undefined;
let offset: Intl.DateTimeFormat | undefined;

/** `YYYY-MM-DD HH:MM:SS`, as the clocks of São Paulo show an instant. */
export function saoPauloDateTime(at: Date): string {
  local ??= new Intl.DateTimeFormat('sv-SE', { timeZone: SAO_PAULO, dateStyle: 'short', timeStyle: 'medium' });
  return local.format(at);
}

/** `YYYY-MM-DD`: the day of an instant in São Paulo. */
export const saoPauloDay = (at: Date): string => saoPauloDateTime(at).slice(0, DAY_LENGTH);

/** The instant at which the clocks of São Paulo show `YYYY-MM-DDTHH:MM:SS`; an invalid date when they never do. */
export function saoPauloInstant(shown: string): Date {
  const asUtc = Date.parse(`${shown}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  // Read where the guess lands, since the offset has not always been the same.
  return new Date(asUtc - offsetMs(asUtc - offsetMs(asUtc)));
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, DAY_LENGTH);

export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, DAY_LENGTH);

function offsetMs(at: number): number {
  offset ??= new Intl.DateTimeFormat('en-US', { timeZone: SAO_PAULO, timeZoneName: 'longOffset' });
  const name = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return hours ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
}
