// oxlint-disable-next-line import/no-absolute-path -- the gateway serves the client beside these pages
import { ApiProblem, createClient } from '/assets/client.js';

export { ApiProblem };

const CARDS_MAX = 100;
const PRODUCTS_MAX = 24;
const ORDERS_MAX = 20;
const PERIODS_MAX = 24;
const PROFILE_NAME_MAX = 150;

/** Everything that the pages request of the API, in the name of whose tokens are in the store; anonymous without one. */
export function connect(tokens) {
  const client = createClient({ baseUrl: '', ...(tokens && { tokens }) });
  return {
    logIn: (email, password) => client.logIn({ body: { email, password } }),
    signUp: (email, password, name) => client.signUp({ body: { email, password, name } }),
    signUpSeller: (token, password) => client.signUpSeller({ body: { token, password } }),
    invitation: (token) => client.validateInvite({ body: { token } }),
    isResetOpen: async (token) => (await client.validatePasswordReset({ token })).valid,
    resetPassword: (token, newPassword) => client.resetPassword({ body: { token, newPassword } }),
    requestPasswordReset: (email) => client.requestPasswordReset({ body: { email } }),
    requestEmailVerification: () => client.requestEmailVerification(),
    verifyEmail: (token) => client.verifyEmail({ body: { token } }),
    logOut: (refreshToken) => client.logOut({ body: { refreshToken } }),
    ownAccount: () => client.getOwnUser(),
    saveDocument: (documentNumber) => client.updateOwnUser({ body: { documentType: 'cpf', documentNumber } }),

    home: () => client.getHome(),
    store: (storeSlug) => client.getStore({ store_slug: storeSlug }),
    storeProducts: (storeSlug, skip) => client.listStoreProducts({ store_slug: storeSlug, skip, limit: PRODUCTS_MAX }),
    productPage: (storeSlug, slug) => client.getStoreProduct({ store_slug: storeSlug, product_slug: slug }),

    sellerCatalog: () => client.getSellerCatalog(),
    ownStore: () => client.getSellerProfile(),
    ownArtworks: () => client.listOwnArtworks({ limit: CARDS_MAX }),
    uploadArtwork: (file, title) => uploadArtwork(client, file, title),
    previewPlacement: (templateId, placed, signal) => previewPlacement(client, templateId, placed, signal),
    createProduct: (product) => client.createSellerProduct({ body: product }),
    updateProduct: (id, changes) => client.updateSellerProduct({ id, body: changes }),
    printFindings: (id, warning) => printFindings(client, id, warning),
    render: (sellerProductId, placement) => client.renderSellerProduct({ sellerProductId, body: placement }),

    productTypes: (filter) => client.listProductTypes({ ...filter, limit: CARDS_MAX }),
    updateProductType: (id, changes) => client.updateProductType({ id, body: changes }),
    uploadPressProfile: (id, file) => uploadPressProfile(client, id, file),
    removePressProfile: (id) => client.removePressProfile({ id }),
    templates: () => client.listAllTemplates({ limit: CARDS_MAX }),
    updateTemplate: (id, changes) => client.updateTemplate({ id, body: changes }),
    tryTemplate: (templateId, trial, signal) => client.createTestRender({ templateId, body: trial }, { signal }),
    uploadLayer: (id, kind, file) => uploadLayer(client, id, kind, file),
    removeLayer: (id, kind) => client.removeTemplateImage({ id, kind }),
    importPsd: (file, wanted) => importPsd(client, file, wanted),
    templateImport: (id) => client.getTemplateImport({ id }),

    quotes: (cep, items) => client.quoteShipping({ body: { cep, items } }),
    checkOut: (order) => client.placeOrder({ body: order }),
    ownOrders: (skip) => client.listOwnOrders({ skip, limit: ORDERS_MAX }),
    order: (orderId) => client.getOrder({ orderId }),

    searchOrders: (search) => client.listOrders({ search, limit: CARDS_MAX }),
    explainOrder: (orderId) => client.explainOrder({ orderId }),

    financeReport: (wanted) => client.getFinanceReport({ ...wanted, limit: CARDS_MAX }),
    financeReportFile: (wanted) => client.getFinanceReport({ ...wanted, format: 'csv' }),
    financePeriods: () => client.listFinancePeriods({ limit: PERIODS_MAX }),
    closeFinancePeriod: (month) => client.closeFinancePeriod({ month }),
    disputes: () => client.listDisputes({ limit: CARDS_MAX }),
    coupons: (filter) => client.listCoupons({ ...filter, limit: CARDS_MAX }),
    createCoupon: (coupon) => client.createCoupon({ body: coupon }),
    updateCoupon: (id, limits) => client.updateCoupon({ id, body: limits }),
    updateDispute: (id, changes) => client.updateDispute({ id, body: changes }),
  };
}

async function uploadArtwork(client, file, title) {
  const { artworkId, key, ...presigned } = await client.presignArtwork({
    body: { contentType: file.type, sizeBytes: file.size },
  });
  await upload(client, presigned, file);
  return client.completeArtwork({ artworkId, body: { key, title } });
}

async function uploadLayer(client, id, kind, file) {
  const { key, ...presigned } = await client.presignTemplateImage({
    id,
    body: { kind, contentType: file.type, sizeBytes: file.size },
  });
  await upload(client, presigned, file);
  return client.completeTemplateImage({ id, body: { kind, key } });
}

async function uploadPressProfile(client, id, file) {
  const { key, ...presigned } = await client.presignPressProfile({ id, body: { sizeBytes: file.size } });
  await upload(client, presigned, file);
  return client.completePressProfile({
    id,
    body: { key, name: Array.from(file.name).slice(0, PROFILE_NAME_MAX).join('') },
  });
}

async function importPsd(client, file, wanted) {
  const { key, ...presigned } = await client.presignTemplateImport({ body: { sizeBytes: file.size } });
  await upload(client, presigned, file);
  return client.createTemplateImport({ body: { ...wanted, key } });
}

/** This page may come from another name of the same gateway, which CORS would keep apart from the one in the address. */
function upload(client, { uploadUrl, headers }, file) {
  const { pathname, search } = new URL(uploadUrl);
  const here = pathname.startsWith('/storage/') ? pathname + search : uploadUrl;
  return client.upload({ uploadUrl: here, headers }, file);
}

/** What a warning names; a surface that is not the template's own stands in the address alone. */
async function printFindings(client, id, { templateId, imagePath }) {
  const surface = new URL(imagePath, location.origin).searchParams.get('surface') ?? undefined;
  return (await client.getPrintFindings({ id, templateId, surface })).blob;
}

/** The PNG of a placement, with what its headers say about the fit. */
async function previewPlacement(client, templateId, placed, signal) {
  const { blob, headers } = await client.previewPlacement({ templateId, body: placed }, { signal });
  const side = (name) => Number(headers.get(`x-overflow-${name}`));
  return {
    blob,
    fits: headers.get('x-fits-within-print-area') === 'true',
    overflow: { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') },
  };
}
