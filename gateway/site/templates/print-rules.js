import { byId, tell } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { onLanguage, t } from '../shared/words.js';

/** How many of its units a field shows where the API has one. */
const SHOWN = { minDpi: 1, minLineMm: 1, minInkOpacity: 100 };

/** What the printer asks of artworks, for the shown template's product type; a field that is empty is not looked at. */
export function createPrintRules(reload) {
  let scene = null;
  const form = byId('rules');

  const show = () => {
    form.hidden = !scene?.productType;
    if (!form.hidden) byId('rules-title').textContent = t('rules.title', { type: scene.productType.name });
  };

  /** Types without any rule have none at all. */
  function rulesOf() {
    const given = Object.entries(SHOWN).filter(([name]) => form.elements[name].value !== '');
    return given.length === 0
      ? null
      : Object.fromEntries(given.map(([name, units]) => [name, Number(form.elements[name].value) / units]));
  }

  async function save(event) {
    event.preventDefault();
    byId('save-rules').disabled = true;
    try {
      await scene.api.updateProductType(scene.productType.id, { printRules: rulesOf() });
      await reload(scene.template.id);
      tell(byId('rules-state'), t('rules.saved'), 'good');
    } catch (error) {
      tell(byId('rules-state'), sentenceOf(error), 'bad');
      byId('save-rules').disabled = false;
    }
  }

  form.addEventListener('submit', (event) => void save(event));
  form.addEventListener('input', () => {
    byId('save-rules').disabled = false;
    tell(byId('rules-state'), '');
  });
  onLanguage(() => scene && show());

  return {
    start(next) {
      scene = next;
      const rules = scene.productType?.printRules;
      for (const [name, units] of Object.entries(SHOWN)) {
        const value = rules?.[name] ?? null;
        form.elements[name].value = value === null ? '' : Number((value * units).toFixed(2));
      }
      byId('save-rules').disabled = true;
      tell(byId('rules-state'), '');
      show();
    },
  };
}
