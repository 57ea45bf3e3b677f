const TEXT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;
const OFFSET = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Sao_Paulo', timeZoneName: 'longOffset' });

/** `2026-11-20 09:30:00` as the provider writes it, without a zone: São Paulo's clock. Null when it is no time. */
export function saoPauloTime(text: string | null | undefined): Date | null {
  const [, day, time] = TEXT.exec(text ?? '') ?? [];
  if (!day || !time) return null;
  const asUtc = new Date(`${day}T${time}Z`);
  if (Number.isNaN(asUtc.getTime())) return null;
  return new Date(`${day}T${time}${offsetAt(asUtc)}`);
}

const offsetAt = (at: Date): string => {
  const name = OFFSET.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || 'Z';
};
