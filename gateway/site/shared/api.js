/** A problem body (RFC 9457) that the API answered with; `message` is its sentence for people. */
export class ApiProblem extends Error {
  constructor(status, problem) {
    const fields = (problem.errors ?? []).map(({ path, message }) => `${path}: ${message}`).join('; ');
    super(fields ? `${problem.detail} (${fields})` : (problem.detail ?? `HTTP ${status}`));
    this.status = status;
    this.code = problem.code;
  }
}

/** Everything that the pages ask of the API, in one person's name; anonymous without a token. */
export function connect(token = null) {
  const get = (path) => json('GET', path, token);
  const post = (path, body, options) => json('POST', path, token, body, options);
  const patch = (path, body) => json('PATCH', path, token, body);
  return {
    logIn: (email, password) => post('/auth/login', { email, password }),
    signUp: (email, password, name) => post('/auth/signup', { email, password, name }),
    ownAccount: () => get('/users/me'),
    saveDocument: (documentNumber, whatsapp) =>
      patch('/users/me', { documentType: 'cpf', documentNumber, ...(whatsapp && { whatsapp }) }),

    home: () => get('/discovery/home'),
    store: (slug) => get(`/stores/${encodeURIComponent(slug)}`),
    storeProducts: (slug) => get(`/stores/${encodeURIComponent(slug)}/products?limit=100`),
    productPage: (storeSlug, slug) =>
      get(`/stores/${encodeURIComponent(storeSlug)}/products/${encodeURIComponent(slug)}`),

    sellerCatalog: () => get('/catalog/seller'),
    ownStore: () => get('/profiles/seller/me'),
    ownArtworks: () => get('/artworks/me?limit=100'),
    uploadArtwork: (file, title) => uploadArtwork(post, file, title),
    previewPlacement: (templateId, placed, signal) =>
      picture(`/products/templates/${encodeURIComponent(templateId)}/preview-placement`, token, placed, signal),
    createProduct: (product) => post('/seller-products/me', product, { isKeyed: true }),
    updateProduct: (id, changes) => patch(`/seller-products/me/${id}`, changes),
    render: (productId, placement) => post(`/seller-products/me/${productId}/render`, placement, { isKeyed: true }),

    quotes: (cep, items) => post('/shipping/quotes', { cep, items }),
    checkOut: (order) => post('/orders', order, { isKeyed: true }),
    order: (id) => get(`/orders/${id}`),
  };
}

async function uploadArtwork(post, file, title) {
  const presigned = await post('/uploads/artworks/presign', { contentType: file.type, sizeBytes: file.size });
  // Where this page came from is another name of the same gateway: the address may name one that CORS keeps apart.
  const { pathname, search } = new URL(presigned.uploadUrl);
  const isOurs = pathname.startsWith('/storage/');
  const sent = await fetch(isOurs ? pathname + search : presigned.uploadUrl, {
    method: 'PUT',
    headers: presigned.headers,
    body: file,
  });
  if (!sent.ok) throw new ApiProblem(sent.status, await problemOf(sent));
  return post(`/uploads/artworks/${presigned.artworkId}/complete`, { key: presigned.key, title });
}

/** The PNG of a placement, with what its headers say about the fit. */
async function picture(path, token, body, signal) {
  const response = await send('POST', path, token, body, { signal });
  const side = (name) => Number(response.headers.get(`x-overflow-${name}`));
  return {
    blob: await response.blob(),
    fits: response.headers.get('x-fits-within-print-area') === 'true',
    overflow: { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') },
  };
}

async function json(method, path, token, body, options) {
  const response = await send(method, path, token, body, options);
  return response.status === 204 ? null : response.json();
}

async function send(method, path, token, body, { isKeyed = false, signal = null } = {}) {
  const response = await fetch(path, {
    method,
    signal,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(isKeyed && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new ApiProblem(response.status, await problemOf(response));
  return response;
}

const problemOf = (response) => response.json().catch(() => ({}));
