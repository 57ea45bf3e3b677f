type Product = { sellerProduct?: { status: string } | undefined; deleted: boolean };

/** Likes of an archived product stay stored but do not count; they count again when it comes back. */
export const countsLikes = ({ sellerProduct, deleted }: Product): boolean =>
  !deleted && sellerProduct?.status !== 'archived';
