import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATE_COLOURS_MAX } from '../src/domain/template-colours.ts';
import { admin, openShopFloor, setUpType, type ShopFloor } from './shop-floor.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

const hexOf = (at: number) => `#${at.toString(16).padStart(6, '0').toUpperCase()}`;

/** A type whose option `ink` has two colours and a value without one. */
async function aType() {
  const { productTypeId } = await setUpType(floor);
  const { types } = floor.as(admin);
  const { option } = await types.createOption({
    productTypeId,
    key: 'dye',
    labelPt: 'Tintura',
    inputType: 'color_picker',
    displayBehavior: 'filter',
    required: false,
    values: [
      { value: 'navy', labelPt: 'Azul', hexColor: '#1F2A44' },
      { value: 'tie-dye', labelPt: 'Tie-dye' },
      { value: 'red', labelPt: 'Vermelho', hexColor: '#c8553d' },
    ],
  });
  return { productTypeId, option: option!, types };
}

const create = async (productTypeId: string, given: object) => {
  const wanted = { productTypeId, displayName: 'Camiseta', assets: {}, isActive: false, ...given };
  return (await floor.as(admin).templates.createTemplate(wanted)).template!;
};
const change = async (id: string, updateMask: string[], wanted: object) =>
  (await floor.as(admin).templates.updateTemplate({ id, updateMask, assets: {}, ...wanted })).template!;
const now = async (id: string) => (await floor.as(admin).templates.getTemplate({ id })).template!;
const invalid = (path: string) => ({
  kind: 'invalid',
  details: { fields: [expect.objectContaining({ path })] },
});

const NAVY = { value: 'navy', hexColor: '#1f2a44' };
const RED = { value: 'red', hexColor: '#c8553d' };
const DYED = { colourMask: { option: 'dye' } };

describe('the colours of a template', () => {
  it('are none, without an underbase, unless it says so', async () => {
    const { productTypeId } = await aType();

    expect(await create(productTypeId, {})).toMatchObject({ colourMask: undefined, colours: [], underbase: false });
  });

  it('are those of the values of its option, and published with it', async () => {
    const { productTypeId } = await aType();

    const created = await create(productTypeId, { ...DYED, underbase: true });
    const onlyRed = await create(productTypeId, { ...DYED, options: { values: { dye: 'red' } } });

    expect(created).toMatchObject({ ...DYED, colours: [NAVY, RED], underbase: true, revision: 1 });
    expect(onlyRed.colours).toEqual([RED]);
    await eventually(async () => {
      const events = await floor.service.events('catalog.v1');
      const published = events.find(({ key }) => key === `template:${created.id}`);
      expect(published?.value).toMatchObject({ template: { ...DYED, colours: [NAVY, RED], underbase: true } });
    });
  });

  it('are changed and cleared', async () => {
    const { productTypeId } = await aType();
    const { id } = await create(productTypeId, {});

    const dyed = await change(id, ['colour_mask', 'underbase'], { ...DYED, underbase: true });
    const red = await change(id, ['options'], { options: { values: { dye: 'red' } } });
    const same = await change(id, ['colour_mask'], DYED);
    const cleared = await change(id, ['colour_mask', 'underbase'], {});

    expect(dyed).toMatchObject({ colours: [NAVY, RED], underbase: true, revision: 2 });
    expect(red).toMatchObject({ colours: [RED], revision: 3 });
    expect(same).toEqual(red);
    expect(cleared).toMatchObject({ colourMask: undefined, colours: [], underbase: false, revision: 4 });
  });

  it('follow their option: another colour, another value, one that is gone, and the option itself', async () => {
    const { productTypeId, option, types } = await aType();
    const { id } = await create(productTypeId, DYED);
    const plain = await create(productTypeId, {});
    const seen = async () => {
      const { colours, revision } = await now(id);
      return [revision, ...colours.map(({ value, hexColor }) => `${value} ${hexColor}`)];
    };
    const [navy, tieDye] = option.values;

    await types.updateOptionValue({ id: navy!.id, updateMask: ['hex_color'], hexColor: '#000080' });
    expect(await seen()).toEqual([2, 'navy #000080', 'red #c8553d']);
    await types.updateOptionValue({ id: tieDye!.id, updateMask: ['label_pt'], labelPt: 'Manchada' });
    expect((await seen())[0]).toBe(2);
    await types.createOptionValue({ optionId: option.id, value: { value: 'b', labelPt: 'B', hexColor: '#000000' } });
    expect(await seen()).toEqual([3, 'navy #000080', 'red #c8553d', 'b #000000']);
    await types.deactivateOptionValue({ id: navy!.id });
    expect(await seen()).toEqual([4, 'red #c8553d', 'b #000000']);
    await types.deactivateOption({ id: option.id });
    expect(await seen()).toEqual([5]);
    expect(await now(plain.id)).toEqual(plain);
  });

  it.each([
    ['no option of the type', 'nothing'],
    ['an option without colours', 'collar'],
  ])('are rejected for %s', async (_name, option) => {
    const { productTypeId } = await aType();
    const { id } = await create(productTypeId, {});
    const wanted = { colourMask: { option } };

    await expect(create(productTypeId, wanted)).rejects.toMatchObject(invalid('config.colourMask.option'));
    await expect(change(id, ['colour_mask'], wanted)).rejects.toMatchObject(invalid('config.colourMask.option'));
  });

  it('are as many as can be rendered', async () => {
    const { productTypeId, option, types } = await aType();
    const add = (at: number) =>
      types.createOptionValue({
        optionId: option.id,
        value: { value: `v${at}`, labelPt: `V${at}`, hexColor: hexOf(at) },
      });
    for (let at = 2; at < TEMPLATE_COLOURS_MAX; at += 1) await add(at);
    const { id, colours } = await create(productTypeId, DYED);

    expect(colours).toHaveLength(TEMPLATE_COLOURS_MAX);
    await expect(add(TEMPLATE_COLOURS_MAX)).rejects.toMatchObject({ kind: 'invalid', reason: 'limit_reached' });
    await change(id, ['colour_mask'], {});
    await add(TEMPLATE_COLOURS_MAX);
    await expect(change(id, ['colour_mask'], DYED)).rejects.toMatchObject(invalid('config.colourMask.option'));
  });
});
