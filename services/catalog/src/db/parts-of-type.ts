/** Which assets, options or variants of one product type are listed. */
export type PartsOfType = { productTypeId: string; includeInactive: boolean };

export const activeUnless = ({ productTypeId, includeInactive }: PartsOfType) => ({
  productTypeId,
  ...(!includeInactive && { isActive: true }),
});
