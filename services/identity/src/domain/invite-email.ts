import { DAY, type EmailText, emailText } from './email-text.ts';

type Invite = { name: string; inviteUrl: string; expiresAt: Date };

/** What an invited artist reads. */
export const inviteEmail = ({ name, inviteUrl, expiresAt }: Invite): EmailText =>
  emailText(
    name,
    inviteUrl,
    {
      subject: 'Seu convite para vender na Estampa',
      before: 'Sua inscrição na lista de espera foi aceita. Crie a sua conta de artista neste endereço:',
      after: [
        `O convite vale até ${DAY.portuguese(expiresAt)} e só pode ser usado uma vez.`,
        'Se você não pediu este convite, ignore esta mensagem.',
      ],
    },
    {
      subject: 'Your invitation to sell on Estampa',
      before: 'Your place on the waitlist was accepted. Open your artist account at this address:',
      after: [
        `The invitation is good until ${DAY.english(expiresAt)} and works once.`,
        'If you did not ask for it, ignore this message.',
      ],
    },
  );
