/** The words of a page, in Portuguese and English: the browser's language, or the one that was chosen here. */
const KEPT_AS = 'estampa-language';
const dictionaries = { pt: {}, en: {} };
const listeners = [];

let language = localStorage.getItem(KEPT_AS) ?? (navigator.language.startsWith('pt') ? 'pt' : 'en');

/** The payment pages, which run no script, follow what was chosen here. */
const COOKIE = 'Path=/; SameSite=Strict; Max-Age=31536000';

export const currentLanguage = () => language;
const locale = () => (language === 'pt' ? 'pt-BR' : 'en');

/** @param {{ pt: Record<string, string>, en: Record<string, string> }} words the same keys in both */
export function addWords({ pt, en }) {
  Object.assign(dictionaries.pt, pt);
  Object.assign(dictionaries.en, en);
}

export const hasWords = (key) => key in dictionaries[language];

/** `t('fits')`, or with values: `t('of', { count: 3 })` for "{count} of ...". A key without words shows itself. */
export const t = (key, values = {}) =>
  (dictionaries[language][key] ?? key).replaceAll(/\{(\w+)\}/g, (_whole, name) => String(values[name] ?? ''));

/** Runs now, and again whenever another language is chosen. */
export function onLanguage(show) {
  listeners.push(show);
  show();
}

export function chooseLanguage(chosen) {
  language = chosen;
  localStorage.setItem(KEPT_AS, chosen);
  document.cookie = `estampa_language=${chosen}; ${COOKIE}`;
  for (const show of listeners) show();
}

/** Fills every `data-t` (text) and `data-t-label` (accessible name) of the page. */
export function translatePage() {
  document.documentElement.lang = locale();
  for (const element of document.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll('[data-t-label]'))
    element.setAttribute('aria-label', t(element.dataset.tLabel));
}

/** A moment's day, where the marketplace is. */
export const day = (moment) =>
  new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(moment));

/** The same to the minute. */
export const moment = (instant) =>
  new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(instant));

/** Cents as a person of Brazil reads them. */
export const reais = (cents) =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency: 'BRL' }).format(cents / 100);

/** As a person reads it. */
export const number = (value) => new Intl.NumberFormat(locale()).format(value);
