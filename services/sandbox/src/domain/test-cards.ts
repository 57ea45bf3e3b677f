export const APPROVED_CARD = '4444444444444444';
export const DECLINED_CARDS: readonly string[] = ['5184019740373151', '4916561358240741'];

export type CardVerdict = 'approved' | 'declined' | 'not_a_test_card';

/** Only published test numbers are accepted, so that a real card never enters the sandbox. */
export function judgeCard(cardNumber: string): CardVerdict {
  const digits = cardNumber.replace(/[\s-]/g, '');
  if (digits === APPROVED_CARD) return 'approved';
  return DECLINED_CARDS.includes(digits) ? 'declined' : 'not_a_test_card';
}
