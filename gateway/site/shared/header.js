import { h } from './elements.js';
import { addWords, chooseLanguage, currentLanguage, onLanguage, t, translatePage } from './words.js';

addWords({
  pt: {
    'nav.home': 'Início',
    'nav.studio': 'Estúdio',
    'nav.account': 'Meus pedidos',
    'nav.docs': 'API',
    'nav.label': 'Páginas',
    'nav.skip': 'Ir ao conteúdo',
    'nav.switch': 'English',
  },
  en: {
    'nav.home': 'Home',
    'nav.studio': 'Studio',
    'nav.account': 'My orders',
    'nav.docs': 'API',
    'nav.label': 'Pages',
    'nav.skip': 'Skip to content',
    'nav.switch': 'Português',
  },
});

const PAGES = [
  ['home', '/'],
  ['studio', '/studio'],
  ['account', '/account'],
  ['docs', '/docs'],
];

/** The bar at the top; a reference that is served alone links to no other page. */
export function mountHeader(current, { isAlone = false } = {}) {
  const languageSwitch = h('button', { class: 'quiet', type: 'button', id: 'language', click: switchLanguage });
  const links = PAGES.filter(([name]) => !isAlone || name === current).map(([name, href]) =>
    h('a', { href, 'data-t': `nav.${name}`, 'aria-current': name === current && 'page' }),
  );
  document.body.prepend(
    h('a', { class: 'skip', href: '#content', 'data-t': 'nav.skip' }),
    h(
      'header',
      { class: 'top' },
      h(
        'a',
        { class: 'brand', href: isAlone ? '/docs' : '/' },
        h('img', { src: '/site/shared/mark.svg', width: 28, height: 28, alt: '' }),
        'Estampa',
      ),
      h('nav', { 'data-t-label': 'nav.label' }, links),
      languageSwitch,
    ),
  );
  onLanguage(() => {
    translatePage();
    languageSwitch.textContent = t('nav.switch');
    languageSwitch.lang = currentLanguage() === 'pt' ? 'en' : 'pt-BR';
  });
}

const switchLanguage = () => chooseLanguage(currentLanguage() === 'pt' ? 'en' : 'pt');
