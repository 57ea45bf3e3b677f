import { byId, h, tell } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { inOlderDialect } from './older-dialect.js';
import { withShortRefusals } from './short-rejections.js';
import { addWords, onLanguage, t } from '../shared/words.js';

addWords({
  pt: {
    'docs.title': 'Referência da API',
    'docs.how':
      'Abra uma operação, preencha e execute: o pedido vai a este marketplace. Quem entra aqui ao lado, ou executa POST /auth/login, fica autorizado até recarregar a página.',
    'docs.signIn': 'Entrar',
    'docs.email': 'E-mail',
    'docs.password': 'Senha',
    'docs.signedIn': 'Autorizado como {email}.',
    admin: 'administração',
    seller: 'artista',
    customer: 'cliente',
  },
  en: {
    'docs.title': 'API reference',
    'docs.how':
      'Open an operation, fill it in and execute it: the request goes to this marketplace. Sign in here, or execute POST /auth/login, and you are authorised until the page is reloaded.',
    'docs.signIn': 'Sign in',
    'docs.email': 'E-mail',
    'docs.password': 'Password',
    'docs.signedIn': 'Authorised as {email}.',
    admin: 'admin',
    seller: 'artist',
    customer: 'customer',
  },
});

const [links, description] = await Promise.all([
  readLinks(),
  fetch('/openapi.json').then((response) => response.json()),
]);
mountHeader('docs', { isAlone: !links.isDevelopment });

const darkness = matchMedia('(prefers-color-scheme: dark)');
const followDarkness = () => document.documentElement.classList.toggle('dark-mode', darkness.matches);
darkness.addEventListener('change', followDarkness);
followDarkness();

const bearer = Object.entries(description.components?.securitySchemes ?? {}).find(
  ([, scheme]) => scheme.type === 'http' && scheme.scheme === 'bearer',
)?.[0];
const reference = globalThis.SwaggerUIBundle({
  // Requests go where this page came from, by whichever of its names.
  spec: { ...inOlderDialect(withShortRefusals(description)), servers: [{ url: location.origin }] },
  domNode: byId('reference'),
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  responseInterceptor: authoriseByLogin,
});

function authoriseByLogin(response) {
  const isLogin = response.ok && new URL(response.url).pathname === '/auth/login';
  if (isLogin && response.body?.accessToken) authorise(response.body.accessToken);
  return response;
}

const authorise = (accessToken) => bearer && reference.preauthorizeApiKey(bearer, accessToken);

/** By itself, since this page is also served alone, without the client. */
async function signIn(email, password) {
  const response = await fetch('/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const answer = await response.json();
  if (!response.ok) return tell(byId('signed-in'), answer.detail, 'bad');
  authorise(answer.accessToken);
  tell(byId('signed-in'), t('docs.signedIn', { email }), 'good');
}

byId('sign-in').addEventListener('submit', (event) => {
  event.preventDefault();
  const { email, password } = event.target.elements;
  void signIn(email.value, password.value);
});
onLanguage(() =>
  byId('logins').replaceChildren(
    ...links.logins.map(({ role, email, password }) =>
      h('button', { type: 'button', class: 'quiet', click: () => void signIn(email, password) }, t(role)),
    ),
  ),
);
