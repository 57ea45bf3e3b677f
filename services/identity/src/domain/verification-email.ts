import { type EmailText, emailText, TIMESTAMP } from './email-text.ts';

type Link = { name: string; verificationUrl: string; expiresAt: Date };

/** Sent when an account was opened with this address, by its owner or by someone else. */
export const verificationEmail = ({ name, verificationUrl, expiresAt }: Link): EmailText =>
  emailText(
    name,
    verificationUrl,
    {
      subject: 'Confirme o seu e-mail na Estampa',
      before: 'Uma conta na Estampa usa este e-mail. Se ela é sua, confirme neste endereço:',
      after: [
        `O endereço vale até ${TIMESTAMP.portuguese(expiresAt)} (horário de Brasília).`,
        'Se você não abriu esta conta, ignore esta mensagem e não confirme.',
      ],
    },
    {
      subject: 'Confirm your e-mail on Estampa',
      before: 'An account on Estampa uses this e-mail. If it is yours, confirm at this address:',
      after: [
        `The address is good until ${TIMESTAMP.english(expiresAt)} (Brasília time).`,
        'If you did not open this account, ignore this message and do not confirm.',
      ],
    },
  );
