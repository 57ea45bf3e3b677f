/** What a page has beside a style and a script of its own name. */
type PageHead = {
  title?: string;
  language?: 'pt-BR' | 'en';
  /** Before its own; those of libraries come before the theme. */
  styles?: readonly string[];
  library?: { style: string; script: string };
  /** Of a page that begins with its title, what it is for, and a card to sign in: the key of what is said above that. */
  signInTitle?: string;
  isUnlisted?: true;
};

const CARDS = '/site/shared/cards.css';
const SIGN_IN = '/site/shared/sign-in.css';

const HEADS = {
  home: { styles: [CARDS] },
  studio: { title: 'Studio', styles: [SIGN_IN], signInTitle: 'artist.title' },
  templates: { title: 'Templates', styles: [SIGN_IN, '/site/studio/studio.css'], signInTitle: 'admin.title' },
  ledger: { styles: [SIGN_IN], signInTitle: 'ledger.signIn' },
  finance: { styles: [SIGN_IN], signInTitle: 'finance.signIn' },
  coupons: { styles: [SIGN_IN], signInTitle: 'coupons.signIn' },
  shop: { styles: [CARDS, SIGN_IN] },
  account: { styles: [SIGN_IN] },
  credentials: { isUnlisted: true },
  docs: {
    title: 'API',
    language: 'en',
    library: { style: '/docs/swagger-ui.css', script: '/docs/swagger-ui-bundle.js' },
  },
} satisfies Readonly<Record<string, PageHead>>;

export type PageName = keyof typeof HEADS;

/** The document of a page, around what `site/<name>/body.html` says. */
export function pageDocument(name: PageName, body: string): string {
  const { title, language = 'pt-BR', styles = [], library, isUnlisted, signInTitle }: PageHead = HEADS[name];
  const sheets = [
    ...(library ? [library.style] : []),
    '/site/shared/theme.css',
    ...styles,
    `/site/${name}/${name}.css`,
  ];
  const head = [
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<meta name="color-scheme" content="light dark" />',
    ...(isUnlisted ? ['<meta name="robots" content="noindex" />'] : []),
    `<title>${['Estampa', ...(title ? [title] : [])].join(' · ')}</title>`,
    '<link rel="icon" href="/site/shared/mark.svg" />',
    ...sheets.map((href) => `<link rel="stylesheet" href="${href}" />`),
    ...(library ? [`<script src="${library.script}" defer></script>`] : []),
    `<script src="/site/${name}/${name}.js" type="module"></script>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
${head.join('\n')}
</head>
<body>
${signInTitle ? body.replace(MAIN, MAIN + opening(name, signInTitle)) : body}</body>
</html>
`;
}

const MAIN = '<main id="content">\n';

const opening = (name: PageName, signInTitle: string): string => `  <div class="title">
    <h1 data-t="${name}.title"></h1>
    <p class="soft" data-t="${name}.lead"></p>
  </div>
  <section id="sign-in" class="card session" aria-labelledby="sign-in-title">
    <h2 id="sign-in-title" data-t="${signInTitle}"></h2>
    <div data-session></div>
  </section>
`;
