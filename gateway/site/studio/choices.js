import { byId, h } from '../shared/elements.js';
import { createThumbs } from '../shared/thumbs.js';
import { onLanguage, t } from '../shared/words.js';
import { sentenceOf } from '../shared/trouble.js';
import { placeableOf, surfaceShownBy } from './surfaces.js';

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

  const artworkThumbs = createThumbs(byId('artworks'), (chosen) => choose({ artwork: chosen, offer }));
  const offerThumbs = createThumbs(byId('templates'), (chosen) => choose({ artwork, offer: chosen }));

  function show() {
    const ofArtwork = (one) => ({ value: one, src: one.previewUrl, name: one.title });
    const ofOffer = (one) => ({ value: one, src: one.template.images.baseUrl, name: nameOf(one) });
    artworkThumbs.show(artworks.map(ofArtwork), artwork);
    offerThumbs.show(offers.map(ofOffer), offer);
    if (artworks.length === 0 && api !== null)
      byId('artworks').replaceChildren(h('p', { class: 'soft small' }, t('choose.none')));
  }

  function choose(next) {
    ({ artwork, offer } = next);
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
      show();
    } catch (error) {
      byId('choice-trouble').textContent = sentenceOf(error);
    } finally {
      button.disabled = false;
    }
  }

  byId('upload').addEventListener('submit', (event) => void upload(event));
  onLanguage(show);

  return {
    /** What is on the stage; nobody is told. */
    mark(side) {
      if (artwork === side.artwork && offer.template === side.template) return;
      artwork = side.artwork;
      offer = offers.find(({ template }) => template === side.template);
      show();
    },
    async start(session) {
      api = session;
      const [mine, { productTypes }] = await Promise.all([api.ownArtworks(), api.sellerCatalog()]);
      artworks = mine.artworks.filter(({ status }) => status === 'active');
      offers = productTypes.flatMap((productType) =>
        placeableOf(productType).map((template) => ({ productType, template })),
      );
      choose({ artwork: artworks[0] ?? null, offer: offers[0] ?? null });
      show();
    },
  };
}

/** With the surface that it shows, where there are several. */
const nameOf = ({ template, productType }) =>
  productType.surfaces.length > 1
    ? `${template.displayName} · ${surfaceShownBy(template, productType).name}`
    : template.displayName;
