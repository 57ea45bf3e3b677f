const FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `YYYY-MM-DD HH:MM:SS` without a zone, the way both providers write times. */
export const localDateTime = (at: Date | string): string => FORMAT.format(new Date(at));

const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;
/** By the hour, in which no day ends: to format each record of a list costs more than all else of it. */
const dates = new Map<string, string>();

/** Of an ISO time in UTC. */
export function localDate(at: Date | string): string {
  const hour = (typeof at === 'string' ? at : at.toISOString()).slice(0, HOUR_LENGTH);
  const date = dates.get(hour) ?? localDateTime(at).slice(0, 10);
  dates.set(hour, date);
  return date;
}
