/** What each account is, and why an amount moved from the credited to the debited one, by the kind of the transfer and the two. */
export const REASONS = {
  pt: {
    'account.clearing': 'Provedores de pagamento',
    'account.platform_fee': 'Taxa da plataforma',
    'account.production_cost': 'Custo de produção',
    'account.freight': 'Frete',
    'account.discounts': 'Cupons da plataforma',
    'account.platform_margin': 'Margem da plataforma',
    'account.artist_earnings': 'Ganhos do artista',
    'account.refunds': 'Reembolsos da plataforma',
    'account.returns': 'Devoluções',
    'account.provider_fees': 'Taxas dos provedores',
    'account.payouts': 'Repasses a artistas',
    'reason.corrected': 'Corrigido: {reason}',
    'order_approved clearing < production_cost': 'O comprador pagou: o que custa fazer o item',
    'order_approved clearing < platform_fee': 'O comprador pagou: a taxa da plataforma',
    'order_approved clearing < platform_margin': 'O comprador pagou: a parte do lucro que não é do artista',
    'order_approved clearing < artist_earnings': 'O comprador pagou: o que o artista ganha',
    'order_approved clearing < freight': 'O comprador pagou: o frete, menos um desconto sem cupom',
    'order_approved provider_fees < clearing': 'O provedor reteve a sua taxa do que o comprador pagou',
    'order_approved artist_earnings < provider_fees': 'O artista arca com uma parte da taxa do provedor',
    'order_approved discounts < clearing': 'O comprador pagou menos: o que um cupom descontou do item',
    'order_approved artist_earnings < discounts': 'O cupom é do artista: ele arca com o desconto',
    'order_approved freight < clearing': 'O comprador pagou: o desconto sem cupom é maior que o frete',
    'order_approved platform_margin < clearing': 'O comprador pagou menos do que o item custa com a taxa da plataforma',
    'refunded artist_earnings < clearing': 'Voltou ao comprador: a parte do artista',
    'refunded refunds < clearing': 'Voltou ao comprador: do que é da plataforma',
    'item_returned artist_earnings < returns': 'O item foi devolvido: o artista não ganha nada com ele',
    'item_returned returns < artist_earnings': 'A devolução foi corrigida: o artista volta a ganhar',
    'earning_forfeited artist_earnings < platform_margin':
      'O pedido terminou, e voltou menos do que o artista perdeu: o resto fica com a plataforma',
    'transfer_fee provider_fees < clearing': 'O provedor cobrou a tarifa da transferência ao artista',
    'payout_paid artist_earnings < payouts': 'Pago ao artista',
    'payout_paid payouts < artist_earnings':
      'De volta do repasse ao artista: pelo que havia sido pago a mais, ou devolvido pelo banco',
  },
  en: {
    'account.clearing': 'Payment providers',
    'account.platform_fee': 'Fee of the platform',
    'account.production_cost': 'Production cost',
    'account.freight': 'Shipping',
    'account.discounts': 'Coupons of the platform',
    'account.platform_margin': 'Margin of the platform',
    'account.artist_earnings': 'Earnings of the artist',
    'account.refunds': 'Refunds by the platform',
    'account.returns': 'Returns',
    'account.provider_fees': 'Fees of the providers',
    'account.payouts': 'Payouts to artists',
    'reason.corrected': 'Corrected: {reason}',
    'order_approved clearing < production_cost': 'The buyer paid: what making the item costs',
    'order_approved clearing < platform_fee': 'The buyer paid: the fee of the platform',
    'order_approved clearing < platform_margin': 'The buyer paid: the part of the profit that is not the artist’s',
    'order_approved clearing < artist_earnings': 'The buyer paid: what the artist earns',
    'order_approved clearing < freight': 'The buyer paid: shipping, less a discount by no coupon',
    'order_approved provider_fees < clearing': 'The provider kept its fee of what the buyer paid',
    'order_approved artist_earnings < provider_fees': 'The artist bears a part of the provider’s fee',
    'order_approved discounts < clearing': 'The buyer paid less: what a coupon took off the item',
    'order_approved artist_earnings < discounts': 'The coupon is the artist’s own: the artist bears what it took off',
    'order_approved freight < clearing': 'The buyer paid: the discount by no coupon is more than the shipping',
    'order_approved platform_margin < clearing': 'The buyer paid less than the item costs with the fee of the platform',
    'refunded artist_earnings < clearing': 'Went back to the buyer: the artist’s part of it',
    'refunded refunds < clearing': 'Went back to the buyer: out of what is the platform’s',
    'item_returned artist_earnings < returns': 'The item came back: its artist earns nothing of it',
    'item_returned returns < artist_earnings': 'The return was corrected: the artist earns it again',
    'earning_forfeited artist_earnings < platform_margin':
      'The order ended, and less went back than the artist lost: the rest stays with the platform',
    'transfer_fee provider_fees < clearing': 'The provider took its fee for the transfer to the artist',
    'payout_paid artist_earnings < payouts': 'Paid to the artist',
    'payout_paid payouts < artist_earnings':
      'Back from the artist’s payout: for what had been paid too much, or returned by the bank',
  },
};

/**
 * The key of a transfer's reason, and whether it takes back the opposite transfer; the API's own sentence where a newer service posts what
 * this page has no words for.
 * @param {(key: string) => boolean} has
 */
export function reasonKeyOf({ kind, debit, credit }, has) {
  const [made, opposite] = [`${kind} ${debit} < ${credit}`, `${kind} ${credit} < ${debit}`];
  if (has(made)) return { key: made, isCorrection: false };
  return has(opposite) ? { key: opposite, isCorrection: true } : null;
}

/** As part of another sentence. */
export const continued = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
