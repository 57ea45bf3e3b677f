import { byId, h } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';
import { sentenceOf } from '../shared/trouble.js';

/**
 * The artist's artworks and the templates of all product types, of each one chosen.
 * @param {(choice: { artwork: object, template: object, productType: object }) => void} onChoice told when both are there
 */
export function createChoices(onChoice) {
  let api = null;
  let artworks = [];
  let offers = [];
  let artwork = null;
  let offer = null;

  function show() {
    const none = h('p', { class: 'soft small' }, t('choose.none'));
    byId('artworks').replaceChildren(...(artworks.length > 0 || api === null ? artworks.map(artworkThumb) : [none]));
    byId('templates').replaceChildren(...offers.map(offerThumb));
  }

  const artworkThumb = (one) =>
    thumb(one === artwork, one.previewUrl, one.title, () => choose({ artwork: one, offer }));
  const offerThumb = (one) => {
    const { images, displayName } = one.template;
    return thumb(one === offer, images.baseUrl, displayName, () => choose({ artwork, offer: one }));
  };

  function choose(next) {
    ({ artwork, offer } = next);
    const focused = document.activeElement?.closest('.thumbs');
    show();
    focused?.querySelector('[aria-checked="true"]')?.focus();
    if (artwork && offer) onChoice({ artwork, ...offer });
  }

  async function upload(event) {
    event.preventDefault();
    const [file] = byId('upload').elements.file.files;
    const [button] = byId('upload').getElementsByTagName('button');
    button.disabled = true;
    byId('choice-trouble').textContent = '';
    try {
      const uploaded = await api.uploadArtwork(file, file.name.replace(/\.\w+$/, ''));
      artworks = [uploaded, ...artworks];
      byId('upload').reset();
      choose({ artwork: uploaded, offer });
    } catch (error) {
      byId('choice-trouble').textContent = sentenceOf(error);
    } finally {
      button.disabled = false;
    }
  }

  byId('upload').addEventListener('submit', (event) => void upload(event));
  for (const id of ['artworks', 'templates']) byId(id).addEventListener('keydown', moveChoice);
  onLanguage(show);

  return {
    async start(session) {
      api = session;
      const [mine, { productTypes }] = await Promise.all([api.ownArtworks(), api.sellerCatalog()]);
      artworks = mine.artworks.filter(({ status }) => status === 'active');
      offers = productTypes.flatMap((productType) =>
        productType.templates.filter(isPlaceable).map((template) => ({ productType, template })),
      );
      choose({ artwork: artworks[0] ?? null, offer: offers[0] ?? null });
    },
  };
}

const isPlaceable = ({ config, images }) => config.printArea && config.sourceImage && images.baseUrl;

const thumb = (isChosen, src, name, click) =>
  h(
    'button',
    {
      type: 'button',
      class: 'thumb',
      role: 'radio',
      'aria-checked': String(isChosen),
      tabindex: isChosen ? 0 : -1,
      click,
    },
    h('img', { src, alt: '', loading: 'lazy', width: 120, height: 120 }),
    name,
  );

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** As in any group of radio buttons, an arrow chooses the next. */
function moveChoice(event) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll('[role="radio"]')];
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  next?.focus();
  next?.click();
}
