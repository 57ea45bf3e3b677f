import { byId, h } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';

const PERCENT = 100;

/** What a product's prints had better have otherwise, with images of where. Mockups that are missing are the shop's matter. */
export function createWarnings() {
  const list = byId('warnings');
  let shown = [];
  let urls = [];

  const say = () =>
    list.replaceChildren(
      ...shown.map(({ warning, url }) =>
        h(
          'li',
          { class: 'note' },
          sentence(warning),
          url && h('img', { src: url, alt: t('warning.image'), width: 600, height: 600 }),
        ),
      ),
    );
  onLanguage(say);

  return {
    clear() {
      for (const url of urls) URL.revokeObjectURL(url);
      [shown, urls] = [[], []];
      say();
    },
    /** One image for each print, with all that there is to mark on it. */
    async show(api, { id, warnings }) {
      this.clear();
      const ours = warnings.filter(({ code }) => code !== 'option_without_mockup');
      // The last of each print, where its image stands.
      const marked = new Map(ours.filter(({ imagePath }) => imagePath).map((one) => [one.imagePath, one]));
      const images = await Promise.all(
        [...marked.values()].map(async (one) => [one, URL.createObjectURL(await api.printFindings(id, one))]),
      );
      urls = images.map(([, url]) => url);
      shown = ours.map((warning) => ({ warning, url: new Map(images).get(warning) }));
      say();
    },
  };
}

const sentence = ({ code, effectiveDpi, thinnestMm, share }) =>
  t(`warning.${code}`, { dpi: effectiveDpi, mm: thinnestMm, percent: Math.ceil((share ?? 0) * PERCENT) });
