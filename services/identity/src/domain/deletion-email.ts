import { type EmailText, emailText, TIMESTAMP } from './email-text.ts';

type Deleted = { name: string; siteUrl: string; deletedAt: Date };

/** What the message is about: the one that stays when all others to its address are erased. */
export const deletionSubject = (userId: string): string => `user_deletion:${userId}`;

/** What the owner of a deleted account reads, even if someone else deleted it. */
export const deletionEmail = ({ name, siteUrl, deletedAt }: Deleted): EmailText =>
  emailText(
    name,
    siteUrl,
    {
      subject: 'A sua conta da Estampa foi excluída',
      before: `A sua conta foi excluída em ${TIMESTAMP.portuguese(deletedAt)} (horário de Brasília), e os seus dados pessoais estão sendo apagados. Se não foi você, escreva-nos já; o nosso endereço:`,
      after: ['Com este e-mail você pode abrir outra conta quando quiser.'],
    },
    {
      subject: 'Your Estampa account was deleted',
      before: `Your account was deleted on ${TIMESTAMP.english(deletedAt)} (Brasília time), and your personal data is being erased. If it was not you, write to us at once; our address:`,
      after: ['You can open another account with this e-mail whenever you like.'],
    },
  );
