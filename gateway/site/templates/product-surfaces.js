import { byId, h, tell } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { onLanguage, t } from '../shared/words.js';

const CENTS = 100;
const SURFACES_MAX = 8;
const NUMBER = { type: 'number', min: 0, step: 'any', inputmode: 'decimal' };
const NEW = { key: '', name: '', widthMm: null, heightMm: null, extraCostCents: 0, required: false };

/**
 * The surfaces that can be printed of the shown template's product type, with what each adds to the cost.
 * @param {(templateId: string) => Promise<void>} reload loads templates and types anew after a change
 */
export function createProductSurfaces(reload) {
  let scene = null;
  let surfaces = [];
  const form = byId('type');

  function show() {
    form.hidden = !scene?.productType;
    if (form.hidden) return;
    byId('type-title').textContent = t('type.title', { type: scene.productType.name });
    byId('type-surfaces').replaceChildren(...surfaces.map(row));
    byId('add-surface').disabled = surfaces.length >= SURFACES_MAX;
  }

  function unsaved() {
    byId('save-type').disabled = false;
    tell(byId('type-state'), '');
  }

  /** Those that exist stay. */
  function row(surface, index) {
    const remove = () => {
      surfaces.splice(index, 1);
      show();
      unsaved();
    };
    const isKnown = index < scene.productType.surfaces.length;
    return h(
      'fieldset',
      { class: 'surface-row' },
      fieldsOf(surface, { isKnown, isFirst: index === 0 }, unsaved),
      !isKnown && h('button', { type: 'button', class: 'quiet', click: remove }, t('type.remove')),
    );
  }

  async function save(event) {
    event.preventDefault();
    const { api, productType, template } = scene;
    byId('save-type').disabled = true;
    try {
      await api.updateProductType(productType.id, { surfaces });
      await reload(template.id);
      tell(byId('type-state'), t('type.saved'), 'good');
    } catch (error) {
      tell(byId('type-state'), sentenceOf(error), 'bad');
      byId('save-type').disabled = false;
    }
  }

  form.addEventListener('submit', (event) => void save(event));
  byId('add-surface').addEventListener('click', () => {
    surfaces.push({ ...NEW });
    show();
    unsaved();
    byId('type-surfaces').lastElementChild.querySelector('input').focus();
  });
  onLanguage(() => scene && show());

  return {
    start(next) {
      scene = next;
      surfaces = (scene.productType?.surfaces ?? []).map((surface) => ({ ...surface }));
      byId('save-type').disabled = true;
      tell(byId('type-state'), '');
      show();
    },
  };
}

/** What is typed goes into the surface. The key stays for good, and every product uses the first one. */
function fieldsOf(surface, { isKnown, isFirst }, onChange) {
  const input = (attributes, take) =>
    h('input', {
      ...attributes,
      input({ target }) {
        Object.assign(surface, take(target));
        onChange();
      },
    });
  const text = (name, attributes) =>
    input({ ...attributes, value: surface[name], required: true }, ({ value }) => ({ [name]: value }));
  const side = (name) =>
    input({ ...NUMBER, value: surface[name] ?? '' }, ({ value }) => ({ [name]: value === '' ? null : Number(value) }));
  const cost = { ...NUMBER, step: 0.01, required: true, value: (surface.extraCostCents / CENTS).toFixed(2) };
  const required = { type: 'checkbox', checked: surface.required, disabled: isFirst };
  return [
    h('label', {}, t('type.key'), text('key', { pattern: '[a-z0-9\\-]{1,30}', readonly: isKnown })),
    h('label', {}, t('type.name'), text('name')),
    h(
      'label',
      {},
      t('type.cost'),
      input(cost, ({ value }) => ({ extraCostCents: Math.round(Number(value) * CENTS) })),
    ),
    h('label', {}, t('type.width'), side('widthMm')),
    h('label', {}, t('type.height'), side('heightMm')),
    h(
      'label',
      { class: 'row' },
      input(required, ({ checked }) => ({ required: checked })),
      t('type.required'),
    ),
  ];
}
