import type { AnyRoute } from './route.ts';
import { accountExportRoutes } from './account-export.ts';
import { adminUserRoutes } from './admin-users.ts';
import { artworkRenderRoutes } from './artwork-renders.ts';
import { artworkRoutes } from './artworks.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { disputeRoutes } from './disputes.ts';
import { emailVerificationRoutes } from './email-verification.ts';
import { couponRoutes } from './coupons.ts';
import { customerProfileRoutes } from './customer-profiles.ts';
import { discoveryRoutes } from './discovery.ts';
import { exportRoutes } from './exports.ts';
import { feeOverrideRoutes } from './fee-overrides.ts';
import { financeRoutes } from './finance.ts';
import { fulfillmentRoutes } from './fulfillment.ts';
import { invoiceRoutes } from './invoices.ts';
import { ledgerRoutes } from './ledger.ts';
import { orderMoneyRoutes } from './order-money.ts';
import { orderRefundRoutes } from './order-refunds.ts';
import { orderRoutes } from './orders.ts';
import { payoutRunRoutes } from './payout-runs.ts';
import { payoutRoutes } from './payouts.ts';
import { pixKeyRoutes } from './pix-key.ts';
import { printFileRoutes } from './print-files.ts';
import { pressProfileRoutes } from './press-profiles.ts';
import { productAssetRoutes } from './product-assets.ts';
import { productOptionRoutes } from './product-options.ts';
import { productTypeRoutes } from './product-types.ts';
import { productImageRoutes } from './product-images.ts';
import { profileImageRoutes } from './profile-images.ts';
import { productVariantsBulkRoutes } from './product-variants-bulk.ts';
import { productVariantRoutes } from './product-variants.ts';
import { receiptRoutes } from './receipts.ts';
import { renderRoutes } from './renders.ts';
import { sellerCatalogRoutes } from './seller-catalog.ts';
import { sellerProductVariantRoutes } from './seller-product-variants.ts';
import { adminSellerProductRoutes } from './admin-seller-products.ts';
import { sellerOrderRoutes } from './seller-orders.ts';
import { sellerProductRoutes } from './seller-products.ts';
import { sellerProfileRoutes } from './seller-profiles.ts';
import { sessionRoutes } from './sessions.ts';
import { shippingQuoteRoutes } from './shipping-quotes.ts';
import { storefrontRoutes } from './storefront.ts';
import { templateImportRoutes } from './template-imports.ts';
import { templateImageRoutes } from './template-images.ts';
import { templateRoutes } from './templates.ts';
import { textPreviewRoutes } from './text-previews.ts';
import { userRoutes } from './users.ts';
import { waitlistRoutes } from './waitlist.ts';
import { webhookRoutes } from './webhooks.ts';

/** The complete public contract: one entry per operation. */
export const routes: readonly AnyRoute[] = [
  ...authRoutes,
  ...emailVerificationRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...accountExportRoutes,
  ...adminUserRoutes,
  ...waitlistRoutes,
  ...customerProfileRoutes,
  ...sellerProfileRoutes,
  ...profileImageRoutes,
  ...productTypeRoutes,
  ...pressProfileRoutes,
  ...productAssetRoutes,
  ...productOptionRoutes,
  ...productVariantRoutes,
  ...productVariantsBulkRoutes,
  ...feeOverrideRoutes,
  ...templateRoutes,
  ...templateImageRoutes,
  ...templateImportRoutes,
  ...artworkRoutes,
  ...artworkRenderRoutes,
  ...renderRoutes,
  ...sellerCatalogRoutes,
  ...sellerProductRoutes,
  ...sellerProductVariantRoutes,
  ...adminSellerProductRoutes,
  ...productImageRoutes,
  ...storefrontRoutes,
  ...textPreviewRoutes,
  ...discoveryRoutes,
  ...sellerOrderRoutes,
  ...exportRoutes,
  ...orderRoutes,
  ...couponRoutes,
  ...orderMoneyRoutes,
  ...orderRefundRoutes,
  ...receiptRoutes,
  ...invoiceRoutes,
  ...fulfillmentRoutes,
  ...printFileRoutes,
  ...shippingQuoteRoutes,
  ...pixKeyRoutes,
  ...payoutRunRoutes,
  ...payoutRoutes,
  ...ledgerRoutes,
  ...financeRoutes,
  ...disputeRoutes,
  ...auditRoutes,
  ...webhookRoutes,
];
