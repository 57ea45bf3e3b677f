import { SAO_PAULO } from '@estampa/kernel/days';

type Invite = { name: string; inviteUrl: string; expiresAt: Date };

export type EmailText = { subject: string; body: string };

/** What an invited artist reads. */
export const inviteEmail = ({ name, inviteUrl, expiresAt }: Invite): EmailText => ({
  subject: 'Seu convite para vender na Estampa',
  body: [
    `Olá, ${name}!`,
    'Sua inscrição na lista de espera foi aceita. Crie a sua conta de artista neste endereço:',
    inviteUrl,
    `O convite vale até ${BRAZILIAN_DAY.format(expiresAt)} e só pode ser usado uma vez.`,
    'Se você não pediu este convite, ignore esta mensagem.',
  ].join('\n\n'),
});

const BRAZILIAN_DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: SAO_PAULO });
