import { type EmailText, emailText, TIMESTAMP } from './email-text.ts';

type Offer = { name: string; passwordUrl: string; expiresAt: Date };

/** Sent when a new password was requested, by the owner of the account or by someone else. */
export const resetEmail = ({ name, passwordUrl, expiresAt }: Offer): EmailText =>
  emailText(
    name,
    passwordUrl,
    {
      subject: 'Redefina a sua senha da Estampa',
      before: 'Recebemos um pedido para redefinir a sua senha. Escolha uma nova neste endereço:',
      after: [
        `O endereço vale até ${TIMESTAMP.portuguese(expiresAt)} (horário de Brasília) e só pode ser usado uma vez.`,
        'Se você não fez este pedido, ignore esta mensagem: a sua senha continua a mesma.',
      ],
    },
    {
      subject: 'Reset your Estampa password',
      before: 'We were asked to reset your password. Choose a new one at this address:',
      after: [
        `The address is good until ${TIMESTAMP.english(expiresAt)} (Brasília time) and works once.`,
        'If you did not ask for this, ignore this message: your password stays as it is.',
      ],
    },
  );

/** Sent when an admin opened the account. */
export const welcomeEmail = ({ name, passwordUrl, expiresAt }: Offer): EmailText =>
  emailText(
    name,
    passwordUrl,
    {
      subject: 'Sua conta na Estampa',
      before: 'Uma conta foi aberta para você na Estampa. Escolha a sua senha neste endereço:',
      after: [
        `O endereço vale até ${TIMESTAMP.portuguese(expiresAt)} (horário de Brasília) e só pode ser usado uma vez.`,
        'Depois disso, peça um novo em "Esqueci a minha senha".',
      ],
    },
    {
      subject: 'Your Estampa account',
      before: 'An account was opened for you on Estampa. Choose your password at this address:',
      after: [
        `The address is good until ${TIMESTAMP.english(expiresAt)} (Brasília time) and works once.`,
        'After that, ask for a new one by "Forgot my password".',
      ],
    },
  );

type Changed = { name: string; passwordUrl: string; changedAt: Date };

/** Sent to the owner of an account when its password was changed, even if someone else changed it. */
export const passwordChangedEmail = ({ name, passwordUrl, changedAt }: Changed): EmailText =>
  emailText(
    name,
    passwordUrl,
    {
      subject: 'A sua senha da Estampa mudou',
      before: `A senha da sua conta foi alterada em ${TIMESTAMP.portuguese(changedAt)} (horário de Brasília). Se não foi você, escolha outra neste endereço:`,
      after: ['Se foi você, não precisa fazer nada.'],
    },
    {
      subject: 'Your Estampa password was changed',
      before: `The password of your account was changed on ${TIMESTAMP.english(changedAt)} (Brasília time). If it was not you, choose another at this address:`,
      after: ['If it was you, there is nothing to do.'],
    },
  );
