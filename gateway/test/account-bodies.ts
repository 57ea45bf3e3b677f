const ID = '01900000-0000-7000-8000-000000000001';
const PASSWORD = 'a-long-enough-password';
const EMAIL = 'somebody@example.com';

const of = (characters: number, character = 'é') => character.repeat(characters);
const link = (url = 'https://example.com/a', platform = 'web') => ({ platform, url });
const links = (count: number) => Array.from({ length: count }, () => link());
/** An address of so many characters. */
const urlOf = (characters: number) => `https://example.com/${of(characters - 20, 'a')}`;

type Case = readonly [what: string, change: object, wrong?: readonly string[]];
type Body = { method: 'post' | 'patch'; path: string; good: object; cases: readonly Case[] };

/** What each field of these bodies takes and rejects at its edges; a case without names of fields is taken. */
const email: readonly Case[] = [
  ['an e-mail with spaces around it', { email: ` ${EMAIL} ` }],
  ['no e-mail', { email: undefined }, ['email']],
  ['null for an e-mail', { email: null }, ['email']],
  ['a number for an e-mail', { email: 7 }, ['email']],
  ['an e-mail without a domain', { email: 'somebody@' }, ['email']],
  ['two e-mails', { email: `${EMAIL},other@example.com` }, ['email']],
];
const name: readonly Case[] = [
  ['a name of 150', { name: of(150) }],
  ['a name of 151', { name: of(151) }, ['name']],
  ['a name of 150 that spaces surround', { name: ` ${of(150)} ` }],
  ['a name of spaces', { name: '  ' }, ['name']],
  ['a name of two lines', { name: 'a\nb' }, ['name']],
  ['a name that turns what follows', { name: 'a\u202Eb' }, ['name']],
  ['a name between whose letters something joins', { name: 'می\u200Cخواهم 👩\u200D🎨' }],
  ...['\u3164', '\u00AD\u00AD', '\u2800 \u2800', '\uFE0F'].map((unseen): Case => [
    `a name of ${JSON.stringify(encodeURI(unseen))} alone`,
    { name: unseen },
    ['name'],
  ]),
  ...['\u200B', '\u200F', '\u061C', '\uFEFF'].map((unseen): Case => [
    `a name with ${encodeURI(unseen)}`,
    { name: `a${unseen}b` },
    ['name'],
  ]),
  ['a name with half a character', { name: 'a\uD800' }, ['name']],
];
const passwordAs = (field: string): readonly Case[] => [
  ['a password of 8', { [field]: of(8) }],
  ['a password of 7', { [field]: of(7) }, [field]],
  ['a password of 128', { [field]: of(128) }],
  ['a password of 129', { [field]: of(129) }, [field]],
  ['a password of spaces', { [field]: of(8, ' ') }],
  ['no password', { [field]: undefined }, [field]],
];
const secretAs = (field: string): readonly Case[] => [
  ['a secret of 1,000', { [field]: of(1_000, 'a') }],
  ['a secret of 1,001', { [field]: of(1_001, 'a') }, [field]],
  ['an empty secret', { [field]: '' }, [field]],
  ['a list for a secret', { [field]: ['a'] }, [field]],
];
const whatsapp: readonly Case[] = [
  ['a phone of 15 digits', { whatsapp: `+${of(15, '1')}` }],
  ['a phone of 16 digits', { whatsapp: `+${of(16, '1')}` }, ['whatsapp']],
  ['a phone of 2 digits', { whatsapp: '+55' }],
  ['a phone of 1 digit', { whatsapp: '+5' }, ['whatsapp']],
  ['a phone that begins with 0', { whatsapp: '+05511987654321' }, ['whatsapp']],
  ['a phone without a plus', { whatsapp: '5511987654321' }, ['whatsapp']],
  ['null for a phone', { whatsapp: null }],
];
const store: readonly Case[] = [
  ['a store name of 80', { storeName: of(80) }],
  ['a store name of 81', { storeName: of(81) }, ['storeName']],
  ['an empty store name', { storeName: '' }, ['storeName']],
  ['a slug of 3', { storeSlug: 'a-1' }],
  ['a slug of 2', { storeSlug: 'a1' }, ['storeSlug']],
  ['a slug of 50', { storeSlug: of(50, 'a') }],
  ['a slug of 51', { storeSlug: of(51, 'a') }, ['storeSlug']],
  ['a slug of capitals', { storeSlug: 'My-Store' }, ['storeSlug']],
  ['a display name of 80', { displayName: of(80) }],
  ['a display name of 81', { displayName: of(81) }, ['displayName']],
  ['a bio of 2,000 in paragraphs', { bio: `a\n${of(1_998)}` }],
  ['a bio of 2,001', { bio: of(2_001) }, ['bio']],
  ['null for bio and display name', { bio: null, displayName: null, socialLinks: null }],
  ['10 links', { socialLinks: links(10) }],
  ['11 links', { socialLinks: links(11) }, ['socialLinks']],
  ['a link of 500', { socialLinks: [link(urlOf(500))] }],
  ['a link of 501', { socialLinks: [link(), link(urlOf(501))] }, ['socialLinks[1].url']],
  ['a link without TLS', { socialLinks: [link('http://example.com/')] }, ['socialLinks[0].url']],
  ['a link that is a script', { socialLinks: [link('javascript:alert(1)')] }, ['socialLinks[0].url']],
  ['a link with a user', { socialLinks: [link('https://user@example.com/')] }, ['socialLinks[0].url']],
  ['a link with a password', { socialLinks: [link('https://a:b@example.com/')] }, ['socialLinks[0].url']],
  ['a link with a backslash', { socialLinks: [link('https://a.example\\@b.example')] }, ['socialLinks[0].url']],
  ['a link with an @ in its path', { socialLinks: [link('https://example.com/@somebody')] }],
  ['a platform of 50', { socialLinks: [link(undefined, of(50))] }],
  ['a platform of 51', { socialLinks: [link(undefined, of(51))] }, ['socialLinks[0].platform']],
];

export const BODIES: readonly Body[] = [
  {
    method: 'post',
    path: '/auth/signup',
    good: { email: EMAIL, password: PASSWORD, name: 'Somebody' },
    cases: [
      ...email,
      ...name,
      ...passwordAs('password'),
      ['everything wrong', { email: '', password: '', name: '' }, ['email', 'name', 'password']],
      ['an unknown field', { roles: ['admin'] }],
    ],
  },
  {
    method: 'post',
    path: '/auth/signup/seller',
    good: { token: 'a', password: PASSWORD },
    cases: [
      ...secretAs('token'),
      ...passwordAs('password'),
      ['everything wrong', { token: '', password: '' }, ['password', 'token']],
    ],
  },
  {
    method: 'post',
    path: '/auth/login',
    good: { email: EMAIL, password: 'x' },
    cases: [
      ...email,
      ...secretAs('password'),
      ['nothing', { email: undefined, password: undefined }, ['email', 'password']],
    ],
  },
  { method: 'post', path: '/auth/refresh', good: { refreshToken: 'a' }, cases: secretAs('refreshToken') },
  {
    method: 'post',
    path: '/auth/logout',
    good: {},
    cases: [...secretAs('refreshToken'), ['null for a token', { refreshToken: null }]],
  },
  {
    method: 'post',
    path: '/auth/change-password',
    good: { currentPassword: 'x', newPassword: PASSWORD },
    cases: [
      ...secretAs('currentPassword'),
      ...passwordAs('newPassword'),
      ['everything wrong', { currentPassword: '', newPassword: '' }, ['currentPassword', 'newPassword']],
    ],
  },
  { method: 'post', path: '/auth/password/forgot', good: { email: EMAIL }, cases: email },
  {
    method: 'post',
    path: '/auth/password/reset',
    good: { token: 'a', newPassword: PASSWORD },
    cases: [...secretAs('token'), ...passwordAs('newPassword')],
  },
  { method: 'post', path: '/auth/email/verify', good: { token: 'a' }, cases: secretAs('token') },
  {
    method: 'post',
    path: '/users',
    good: { email: EMAIL, name: 'Somebody' },
    cases: [
      ...email,
      ...name,
      ['a password of 7', { password: of(7) }, ['password']],
      ['null for all that may be left out', { password: null, roles: null, status: null }],
      ['all roles', { roles: ['customer', 'seller', 'admin'] }],
      ['no role', { roles: [] }, ['roles']],
      ['an unknown role', { roles: ['customer', 'service'] }, ['roles[1]']],
      ['an unknown status', { status: 'asleep' }, ['status']],
      [
        'everything wrong',
        { email: '', name: '', password: '', roles: ['x'], status: '' },
        ['email', 'name', 'password', 'roles[0]', 'status'],
      ],
    ],
  },
  {
    method: 'patch',
    path: '/users/me',
    good: {},
    cases: [
      ...name,
      ...whatsapp,
      ['null for a name', { name: null }, ['name']],
      ['a CPF', { documentType: 'cpf', documentNumber: '529.982.247-25' }],
      ['a CPF of ones', { documentType: 'cpf', documentNumber: of(11, '1') }, ['documentNumber']],
      ['a CPF for a CNPJ', { documentType: 'cnpj', documentNumber: '52998224725' }, ['documentNumber']],
      ['a number without a type', { documentNumber: '52998224725' }, ['documentType']],
      ['a number of 41', { documentType: 'passport', documentNumber: of(41, 'A') }, ['documentNumber']],
      ['null for the document', { documentType: null, documentNumber: null }],
    ],
  },
  { method: 'post', path: '/profiles/seller/me', good: {}, cases: store },
  {
    method: 'patch',
    path: '/profiles/seller/me',
    good: {},
    cases: [
      ...store,
      ['a published store', { storeStatus: 'published' }],
      ['a store of another status', { storeStatus: 'closed' }, ['storeStatus']],
      ['null for what a store must have', { storeName: null, storeSlug: null }, ['storeName', 'storeSlug']],
      [
        'everything wrong',
        { storeName: '', storeSlug: '', bio: 7, socialLinks: {} },
        ['bio', 'socialLinks', 'storeName', 'storeSlug'],
      ],
    ],
  },
  {
    method: 'post',
    path: '/profiles/seller/me/upload-complete',
    good: { type: 'avatar', key: 'private/a.png' },
    cases: [
      ['a key of 500', { key: of(500, 'a') }],
      ['a key of 501', { key: of(501, 'a') }, ['key']],
      ['a key with spaces', { key: 'a b' }, ['key']],
      ['another type', { type: 'cover' }, ['type']],
    ],
  },
  {
    method: 'post',
    path: '/waitlist',
    good: { email: EMAIL, name: 'Somebody' },
    cases: [
      ...email,
      ...name,
      ...whatsapp,
      ['a message of 2,000', { message: of(2_000) }],
      ['a message of 2,001', { message: of(2_001) }, ['message']],
      ['a portfolio of 500', { portfolioUrl: urlOf(500) }],
      ['a portfolio of 501', { portfolioUrl: urlOf(501) }, ['portfolioUrl']],
      ['a portfolio that is no address', { portfolioUrl: 'example' }, ['portfolioUrl']],
      ['null for all that may be left out', { whatsapp: null, portfolioUrl: null, message: null }],
    ],
  },
  { method: 'post', path: '/waitlist/invite/validate', good: { token: 'a' }, cases: secretAs('token') },
  {
    method: 'patch',
    path: `/waitlist/${ID}`,
    good: {},
    cases: [
      ...name,
      ...whatsapp,
      ['notes of 2,000', { notes: of(2_000) }],
      ['notes of 2,001', { notes: of(2_001) }, ['notes']],
    ],
  },
];
