/** A code with its title and with what explains it. */
type CodeEntry =
  | string
  | { detail: string; field?: readonly [path: string, code: string, message: string]; members?: object };

const ORDER_ID = '01900000-0000-7000-8000-000000000001';

/** Every code of a rejection, by its status: what routes declare, what the document shows, and what clients decide on. */
export const PROBLEM_CODES = {
  400: {
    validation_failed: {
      detail: 'Some fields are not valid: shipping.cep',
      field: ['shipping.cep', 'required', 'is required'],
    },
    malformed_json: 'The body is not valid JSON',
    bad_request: 'The request cannot be read',
    event_too_large: 'This is too much for one record: TemplateChanged has 1200000 bytes',
    unknown_reference: {
      detail: 'artworkId names no artwork that can be used here',
      field: ['artworkId', 'unknown_reference', 'names no artwork that can be used here'],
    },
    wrong_state: 'Cannot do this to a cancelled order',
    period_not_over: '2026-10 is not over yet',
    earlier_period_open: 'Close 2026-09 first',
    refund_under_way: 'The whole of what was paid is on its way back to the buyer: wait until that is done or denied',
    payment_disputed: 'The buyer disputes the payment: wait until the payment provider has decided',
    already_exists: {
      detail: 'There is already a product type with the slug t-shirt',
      field: ['slug', 'already_exists', 'is taken'],
    },
    limit_reached: 'A product has at most 20 photos',
    last_role: 'User must have at least one role',
    own_account: 'Cannot suspend yourself',
    own_store: 'You cannot follow your own store',
    wrong_password: 'The current password is wrong',
    invalid_token: 'The token is wrong, used or expired',
    seller_profile_required: 'Make a seller profile first: POST /profiles/seller/me',
    no_assets: 'The product type has no active assets to combine',
    too_many_combinations: 'The active assets give 6000 combinations; at most 5000 are possible',
    cannot_publish: 'To be active the product needs an active variant',
    price_too_low: {
      detail: 'variants[0].priceCents must be at least 5400, to be greater than the base cost plus the platform fee',
      field: [
        'variants[0].priceCents',
        'price_too_low',
        'must be at least 5400, to be greater than the base cost plus the platform fee',
      ],
    },
    file_not_found: 'There is no file at this key: upload it first',
    upload_expired: 'This upload has expired; presign again',
    size_mismatch: 'The file does not have the 1000 bytes announced',
    format_mismatch: 'The file is png, but webp was announced',
    not_an_image: 'The file is not an intact PNG, JPEG or WebP image',
    animated: 'The image is animated: send a still one',
    unsupported_colour:
      'The colours of the image, such as those of high dynamic range, cannot be printed: export it as sRGB, or with an ICC profile',
    not_a_profile: 'The file is not an intact ICC profile: it is not as long as it says',
    unusable_profile: 'Nothing can be printed with the profile: its colours are RGB, not CMYK',
    image_too_large: 'The image has 14000 x 9000 px: no side may exceed 12000 px',
    quota_exceeded: {
      detail: 'Originals take 5368709120 of 5368709120 bytes; 2000000 more do not fit',
      members: { usedBytes: '5368709120', openBytes: '0', limitBytes: '5368709120' },
    },
    does_not_fit: {
      detail: 'The artwork does not fit the print area',
      field: ['overflow.right', 'does_not_fit', '120 px outside the print area'],
    },
    malformed_form: 'The form cannot be read as multipart/form-data',
    form_not_sent: 'The form did not arrive whole',
    form_not_read: 'The form was not read to its end',
    file_too_large: 'A photo may have at most 10485760 bytes',
    document_required: 'Add a document number to your account before you check out',
    item_unavailable: {
      detail: 'items[0] cannot be bought at the moment',
      field: ['items[0]', 'item_unavailable', 'cannot be bought at the moment'],
    },
    discount_not_allowed: {
      detail: 'There is no discount to take off',
      field: ['discountCents', 'discount_not_allowed', 'must be 0'],
    },
    coupon_unknown: {
      detail: 'There is no such coupon',
      field: ['couponCode', 'coupon_unknown', 'There is no such coupon'],
    },
    coupon_expired: {
      detail: 'The coupon has expired',
      field: ['couponCode', 'coupon_expired', 'The coupon has expired'],
    },
    coupon_used_up: {
      detail: 'The coupon has been used as often as it can be',
      field: ['couponCode', 'coupon_used_up', 'The coupon has been used as often as it can be'],
    },
    coupon_already_used: {
      detail: 'You have used this coupon in another order, which is paid or waits for its payment',
      members: { orderId: ORDER_ID },
    },
    coupon_minimum_not_reached: {
      detail: 'The coupon needs items of at least 10000 cents, and these cost 8990',
      members: { minOrderCents: 10_000 },
    },
    coupon_not_applicable: {
      detail: 'The coupon is for items of another store',
      field: ['couponCode', 'coupon_not_applicable', 'The coupon is for items of another store'],
    },
    invalid_shipping_method: {
      detail: 'The shippingMethodId is of another cart: ask for new shipping quotes',
      field: ['shippingMethodId', 'invalid_shipping_method', 'is of another cart'],
    },
    shipping_price_changed: { detail: 'Shipping costs 2900 cents now', members: { priceCents: 2_900 } },
    payment_refused: {
      detail: 'The payment provider does not accept this payment',
      members: { orderId: ORDER_ID },
    },
    not_refundable: 'The order was paid without a payment provider: nothing can be given back there',
    refund_too_large: {
      detail: 'At most 4900 cents of this order can still be refunded',
      field: ['amountCents', 'too_big', 'At most 4900 cents of this order can still be refunded'],
      members: { remainingCents: '4900' },
    },
    refund_refused: {
      detail: 'The payment provider does not give this money back',
      members: { orderId: ORDER_ID },
    },
    nothing_to_pay: 'There is nothing to pay to this seller',
    transfers_off: 'Transfers are not configured: pay and mark batches by hand',
    plan_changed: 'What would be paid has changed since the dry run: read it again',
    same_approver: 'Another admin has to approve the run',
    malformed_notice: 'The notification cannot be read',
    notice_too_large: 'A notification takes at most 65536 bytes',
    header_not_allowed: 'Send only the headers that came with the upload address',
    duplicate_header: 'Send exactly one Content-Type header',
    upload_refused: 'Use the upload address exactly as it was given',
  },
  401: {
    unauthenticated: 'Send a bearer token',
    invalid_credentials: 'The e-mail or the password is wrong',
    account_suspended: 'This account is suspended',
    account_inactive: 'This account is not active',
    invalid_token: 'The session has ended; log in again',
    bad_signature: 'The notification does not prove where it comes from',
  },
  403: {
    forbidden: 'You may not do this',
    invitation_required: 'Sellers are invited: ask for a place on the waitlist',
    upload_refused:
      'The upload does not fit its address: it has expired, or content type or length are not those announced',
  },
  404: { not_found: 'There is nothing at this address' },
  405: { method_not_allowed: 'PUT is not possible here' },
  408: { body_too_slow: 'The body did not arrive in time', request_too_slow: 'The request did not arrive in time' },
  409: {
    already_exists: {
      detail: 'There is already an account with this e-mail',
      field: ['email', 'already_exists', 'is taken'],
    },
    account_in_use: {
      detail: 'The account cannot be deleted yet: 1 order is paid and not delivered, or in dispute',
      field: ['orders', 'orders_under_way', '1 order is paid and not delivered, or in dispute'],
    },
    import_in_progress: 'Your import before this one is not over: wait for it',
    print_size_unknown:
      'A page has a size in millimetres, and the template had no printWidthMm when this was sold; ask for png or tiff',
    conflict: 'It was changed by another request at the same time; try again',
    idempotency_key_in_use: 'The first request with this key is still running',
    idempotency_answer_not_kept:
      'The first request with this key was done. Its answer was too long to be kept beside others of today: read what it made',
  },
  411: { length_required: 'Send a Content-Length header' },
  413: {
    body_too_large: 'The body is larger than 1 MB',
    file_too_large: 'A file may have at most 10485760 bytes, and the form little more',
  },
  415: { unsupported_media_type: 'Send the body as application/json' },
  416: { range_not_satisfiable: 'The picture has no such part' },
  422: { idempotency_key_reused: 'This Idempotency-Key was used with another body' },
  429: { rate_limited: 'Too many requests; try again in 7 seconds' },
  431: { headers_too_large: 'Address and headers are larger than 16 KB' },
  500: { internal_error: 'Something went wrong on our side' },
  502: { storage_failed: 'Storage did not take the request; try again' },
  503: {
    service_unavailable: 'A part of the service cannot be reached; try again',
    database_unavailable: 'The database cannot be reached; try again',
    busy: 'There is too much to do at this moment; try again',
    gave_up: 'The caller no longer waits for an answer',
    page_unavailable: 'This page cannot be reached; try again',
    not_ready: 'The print file is being made; ask again in some seconds',
    payment_gateway_unavailable: {
      detail: 'The payment provider cannot be reached; the order is kept and its payment can be continued',
      members: { orderId: ORDER_ID },
    },
    shipping_quotes_unavailable: 'What shipping costs cannot be told at the moment; try again',
    sums_behind: 'Too much of the ledger is not in the sums yet: a job adds it, try again soon',
    storage_unavailable: 'Pictures and uploads cannot be reached; try again',
    too_many_notices: 'More notifications wait than can be kept; send it again later',
    too_many_quotes: 'Too many prices are asked for at the moment; try again',
  },
  504: { deadline_exceeded: 'The answer took too long; try again' },
} as const satisfies Record<number, Record<string, CodeEntry>>;

type Codes = typeof PROBLEM_CODES;
export type RejectionStatus = keyof Codes;
export type CodeOf<Status extends RejectionStatus> = { [One in Status]: keyof Codes[One] }[Status] & string;

/** Codes by their status. */
export type Rejections = { readonly [Status in RejectionStatus]?: readonly CodeOf<Status>[] };

/** Any request may come to these: trouble on our side, which no route declares. */
export const TROUBLE: Rejections = {
  500: ['internal_error'],
  503: ['service_unavailable', 'database_unavailable', 'busy', 'gave_up'],
  504: ['deadline_exceeded'],
};

/** Several as one, statuses and codes in the order of the table. */
export function joined(...parts: readonly Rejections[]): Map<number, string[]> {
  const all = new Map<number, string[]>();
  for (const [status, codes] of Object.entries(PROBLEM_CODES)) {
    const declared = new Set<string>(parts.flatMap((part) => part[Number(status) as RejectionStatus] ?? []));
    const known = Object.keys(codes).filter((code) => declared.has(code));
    if (known.length > 0) all.set(Number(status), known);
  }
  return all;
}

/** What comes with a code, as far as it is the same in all requests. */
export function reportedOf(status: number, code: string): Exclude<CodeEntry, string> {
  const entry = (PROBLEM_CODES as Record<number, Record<string, CodeEntry>>)[status]?.[code];
  if (entry === undefined) throw new Error(`there is no problem ${code} of status ${status}`);
  return typeof entry === 'string' ? { detail: entry } : entry;
}
