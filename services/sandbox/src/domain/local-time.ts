const FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `YYYY-MM-DD HH:MM:SS` without a zone, the way both providers write times. */
export const localDateTime = (at: Date | string): string => FORMAT.format(new Date(at));

export const localDate = (at: Date | string): string => localDateTime(at).slice(0, 10);
