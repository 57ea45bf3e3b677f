import { SAO_PAULO } from '@estampa/kernel/days';

type Invite = { name: string; inviteUrl: string; expiresAt: Date };

export type EmailText = { subject: string; body: string };

/** What an invited artist reads. */
export const inviteEmail = ({ name, inviteUrl, expiresAt }: Invite): EmailText => ({
  subject: 'Seu convite para vender na Estampa',
  body: [
    greeting(name),
    'Sua inscrição na lista de espera foi aceita. Crie a sua conta de artista neste endereço:',
    inviteUrl,
    `O convite vale até ${BRAZILIAN_DAY.format(expiresAt)} e só pode ser usado uma vez.`,
    'Se você não pediu este convite, ignore esta mensagem.',
  ].join('\n\n'),
});

/** Strangers choose their names: one line, and none that reads as an address. */
function greeting(name: string): string {
  const line = name.replace(NOT_PLAIN, ' ').trim();
  return line === '' || ADDRESS.test(line) ? 'Olá!' : `Olá, ${line}!`;
}

/** Controls, line and paragraph separators, what turns the direction of writing, and runs of spaces. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
const ADDRESS = /[/@\\]|\p{L}\.\p{L}/u;

const BRAZILIAN_DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: SAO_PAULO });
