import { optionLabel } from '@estampa/kernel/option-label';
import { describe, expect, it } from 'vitest';
import { assetDefinitions, optionDefinitions } from './definitions.ts';
import type { Asset, Option } from './product-state.ts';

const anAsset = (key: string, value: string, change: Partial<Asset> = {}): Asset => ({
  key,
  keyLabelPt: { size: 'Tamanho', finish: 'Acabamento' }[key],
  value,
  labelPt: `${value} (pt)`,
  isActive: true,
  ...change,
});

describe('assetDefinitions', () => {
  it('shows the last label of a deactivated value, as an order does', () => {
    const old = ['Antigo', 'Mais novo'].map((labelPt) => anAsset('size', 'G', { labelPt, isActive: false }));
    const sold = { assets: { size: 'G' }, isActive: true };

    expect(assetDefinitions(old, [sold])[0]!.values).toEqual([{ value: 'G', label: 'Mais novo' }]);
    expect(optionLabel({ size: 'G' }, old)).toBe('Mais novo');
  });

  it('groups values by key, in the order of the catalog', () => {
    const assets = [anAsset('size', 'P'), anAsset('finish', 'matte'), anAsset('size', 'M')];

    expect(assetDefinitions(assets, [])).toEqual([
      {
        key: 'size',
        label: 'Tamanho',
        values: [
          { value: 'P', label: 'P (pt)' },
          { value: 'M', label: 'M (pt)' },
        ],
      },
      { key: 'finish', label: 'Acabamento', values: [{ value: 'matte', label: 'matte (pt)' }] },
    ]);
  });

  it('leaves out deactivated values, unless a SKU on sale has them', () => {
    const assets = [anAsset('size', 'P', { isActive: false }), anAsset('size', 'M', { isActive: false })];

    const [size] = assetDefinitions(assets, [{ assets: { size: 'M' }, isActive: true }]);

    expect(size?.values).toEqual([{ value: 'M', label: 'M (pt)' }]);
    expect(assetDefinitions(assets, [])).toEqual([]);
  });

  it('labels a value that was recreated by its active record', () => {
    const assets = [
      anAsset('size', 'M', { isActive: false, labelPt: 'old' }),
      anAsset('size', 'M', { labelPt: 'new' }),
    ];

    expect(assetDefinitions(assets, [{ assets: { size: 'M' }, isActive: true }])[0]?.values).toEqual([
      { value: 'M', label: 'new' },
    ]);
  });

  it('titles a selector by the first label of its key, or by the key', () => {
    const assets = [anAsset('neck', 'round'), anAsset('neck', 'v', { keyLabelPt: 'Gola' }), anAsset('cut', 'slim')];

    expect(assetDefinitions(assets, []).map(({ label }) => label)).toEqual(['Gola', 'cut']);
  });
});

describe('optionDefinitions', () => {
  const option: Option = {
    key: 'color',
    labelPt: 'Cor',
    inputType: 'color_picker',
    displayBehavior: 'filter',
    required: true,
    isActive: true,
    values: [
      { value: 'black', labelPt: 'Preto', hexColor: '#000000', isActive: true },
      { value: 'print', labelPt: 'Estampado', isActive: true },
      { value: 'old', labelPt: 'Antigo', isActive: false },
    ],
  };

  it('shows active options with their active values in pt-BR', () => {
    expect(optionDefinitions([option, { ...option, key: 'strap', isActive: false }])).toEqual([
      {
        key: 'color',
        label: 'Cor',
        inputType: 'color_picker',
        displayBehavior: 'filter',
        required: true,
        values: [
          { value: 'black', label: 'Preto', hexColor: '#000000' },
          { value: 'print', label: 'Estampado', hexColor: null },
        ],
      },
    ]);
  });
});
