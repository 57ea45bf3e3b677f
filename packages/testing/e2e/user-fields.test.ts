import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '@estampa/stack/demo/api';
import { signUpCustomer } from '@estampa/stack/demo/people';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { describeAccountDeletion } from './account-deletion.ts';

const BOOT_DEADLINE_MS = 120_000;
const PASSWORD = 'a-long-enough-password';

let marketplace: TestMarketplace;
let api: Api;

beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  api = new Api(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);

afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

let counter = 0;
const anEmail = () => `fields-${(counter += 1)}-${process.pid}@example.com`;

/** Of so many characters, and none that is often guessed. */
const passwordOf = (characters: number) => 'éarvça-tijoló-'.repeat(10).slice(0, characters);

describe('the fields of a user', () => {
  /** Of so many characters: labels of one letter, and a top-level domain of two or three. */
  const emailOf = (characters: number) => {
    const [name, end] = ['a'.repeat(60), characters % 2 ? '.co' : '.com'];
    return `${name}@b${'.b'.repeat((characters - name.length - end.length - 2) / 2)}${end}`;
  };

  it.each<[string, object, number, string[]]>([
    ['a name of 1', { name: 'N' }, 201, []],
    ['a name of 150', { name: 'é'.repeat(150) }, 201, []],
    ['a name of 151', { name: 'N'.repeat(151) }, 400, ['name']],
    ['a name of spaces', { name: '   ' }, 400, ['name']],
    ['a password of 8', { password: passwordOf(8) }, 201, []],
    ['a password of 7', { password: passwordOf(7) }, 400, ['password']],
    ['a password of 128', { password: passwordOf(128) }, 201, []],
    ['a password of 129', { password: passwordOf(129) }, 400, ['password']],
    ['no e-mail', { email: 'nobody' }, 400, ['email']],
    ['an e-mail of 254', { email: emailOf(254) }, 201, []],
    ['an e-mail of 255', { email: emailOf(255) }, 400, ['email']],
    ['everything wrong', { email: 'x', name: '', password: 'short' }, 400, ['email', 'name', 'password']],
  ])('at sign-up may or may not be %s', async (_what, more, status, paths) => {
    const body = { email: anEmail(), password: PASSWORD, name: 'Test', ...more };
    const { status: responded, problem } = await api.as(null).client.exchange('signUp', { body });

    const failing = (problem?.fields ?? []).map(({ path }) => path);
    expect([responded, failing.toSorted()]).toEqual([status, paths]);
  });

  it.each<[string, object, number, string[]]>([
    ['a CPF with punctuation', { documentType: 'cpf', documentNumber: '529.982.247-25' }, 200, []],
    ['a CPF with a wrong digit', { documentType: 'cpf', documentNumber: '52998224724' }, 400, ['documentNumber']],
    ['a CNPJ', { documentType: 'cnpj', documentNumber: '11.222.333/0001-81' }, 200, []],
    ['a CNPJ with letters', { documentType: 'cnpj', documentNumber: '12.ABC.345/01DE-35' }, 200, []],
    ['a CNPJ of zeros', { documentType: 'cnpj', documentNumber: '0'.repeat(14) }, 400, ['documentNumber']],
    ['a passport of 5', { documentType: 'passport', documentNumber: 'AB123' }, 200, []],
    ['a passport of 4', { documentType: 'passport', documentNumber: 'AB12' }, 400, ['documentNumber']],
    ['a passport of 20', { documentType: 'passport', documentNumber: 'A'.repeat(20) }, 200, []],
    ['a passport of 21', { documentType: 'passport', documentNumber: 'A'.repeat(21) }, 400, ['documentNumber']],
    ['a number without a type', { documentNumber: '52998224725' }, 400, ['documentType']],
    ['an unknown type', { documentType: 'rg', documentNumber: '123456' }, 400, ['documentType']],
    ['a number of 15 digits', { whatsapp: `+${'1'.repeat(15)}` }, 200, []],
    ['a number of 16 digits', { whatsapp: `+${'1'.repeat(16)}` }, 400, ['whatsapp']],
    ['name and number wrong', { name: '', whatsapp: '11' }, 400, ['name', 'whatsapp']],
    [
      'everything wrong',
      { name: '', whatsapp: '11', documentType: 'cpf', documentNumber: '52998224724' },
      400,
      ['documentNumber', 'name', 'whatsapp'],
    ],
    ['a bad name and no type', { name: '', documentNumber: '52998224725' }, 400, ['documentType', 'name']],
    ['a status, which is ignored', { status: 'inactive', roles: ['admin'] }, 200, []],
  ])('later may or may not be %s', async (_what, change, status, paths) => {
    const own = await signUpCustomer(api, { email: anEmail(), password: PASSWORD, name: 'Test Customer' });
    const { status: responded, response, problem } = await own.client.exchange('updateOwnUser', { body: change });

    const failing = (problem?.fields ?? []).map(({ path }) => path);
    expect([responded, failing.toSorted()]).toEqual([status, paths]);
    expect(await own.client.getCurrentUser()).toMatchObject({ status: 'active', roles: ['customer'] });
    const { documentNumber } = change as { documentNumber?: string };
    if (documentNumber)
      expect(JSON.stringify(response ?? problem?.problem)).not.toContain(
        documentNumber.replace(/[./-]/g, '').slice(0, 9),
      );
  });
});

describeAccountDeletion(() => marketplace.gatewayUrl);
