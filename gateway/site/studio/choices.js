import { byId, h } from '../shared/elements.js';
import { createThumbs } from '../shared/thumbs.js';
import { onLanguage, t } from '../shared/words.js';
import { sentenceOf } from '../shared/trouble.js';
import { areasOf } from './prints.js';

/**
 * The artist's artworks, and where on the templates of all product types they can be placed; of each one is chosen.
 * @param {(choice: { artwork: object, area: object, productType: object }) => void} onChoice told when both are there
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
    const ofOffer = (one) => ({ value: one, src: one.area.template.images.baseUrl, name: nameOf(one) });
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
      if (artwork === side.artwork && offer.area === side.area) return;
      artwork = side.artwork;
      offer = offers.find(({ area }) => area === side.area);
      show();
    },
    async start(session) {
      api = session;
      const [mine, { productTypes }] = await Promise.all([api.ownArtworks(), api.sellerCatalog()]);
      artworks = mine.artworks.filter(({ status }) => status === 'active');
      offers = productTypes.flatMap((type) => {
        const productType = { ...type, areas: areasOf(type) };
        return productType.areas.map((area) => ({ productType, area }));
      });
      choose({ artwork: artworks[0] ?? null, offer: offers[0] ?? null });
      show();
    },
  };
}

/** With the surface, where there are several. */
const nameOf = ({ area: { template, surface }, productType }) =>
  productType.surfaces.length > 1 ? `${template.displayName} · ${surface.name}` : template.displayName;
