import { type EmailText, emailText, TIMESTAMP } from './email-text.ts';

type Confirmed = { name: string; passwordUrl: string; confirmedAt: Date };

/** What a seller reads whose Pix key is about to change, whoever changes it. It names no key: a mailbox may be read by others. */
export const pixKeyEmail = ({ name, passwordUrl, confirmedAt }: Confirmed): EmailText =>
  emailText(
    name,
    passwordUrl,
    {
      subject: 'A chave Pix dos seus pagamentos mudou',
      before: `Uma mudança da chave Pix em que você recebe foi confirmada com a sua senha em ${TIMESTAMP.portuguese(confirmedAt)} (horário de Brasília). Nada será enviado à chave nova nas primeiras 24 horas. Se não foi você, escolha já outra senha neste endereço, e depois a sua chave:`,
      after: ['Se foi você, não precisa fazer nada.'],
    },
    {
      subject: 'The Pix key of your payouts changed',
      before: `A change of the Pix key that you are paid to was confirmed with your password on ${TIMESTAMP.english(confirmedAt)} (Brasília time). Nothing is sent to the new key within the first 24 hours. If it was not you, choose another password at this address at once, and then your key:`,
      after: ['If it was you, there is nothing to do.'],
    },
  );
