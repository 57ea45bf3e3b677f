import { saoPauloInstant } from '@estampa/kernel/days';

const TEXT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** `2026-11-20 09:30:00` as the provider writes it, without a zone: São Paulo's clock. Null when it is no time. */
export function saoPauloTime(text: string | null | undefined): Date | null {
  const [, day, time] = TEXT.exec(text ?? '') ?? [];
  const at = day && time ? saoPauloInstant(`${day}T${time}`) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}
