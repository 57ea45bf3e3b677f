import { Dispute } from '@estampa/contracts/orders/v1/dispute';
import { expect, it } from 'vitest';
import { disputeView } from './dispute.ts';

it.each(['https://api.example/receipts/token', 'https://shop.example/recibos/token'])(
  'names the receipt %s by its path here',
  (receiptUrl) => {
    const at = new Date('2026-11-20T12:00:00Z');
    const { documents } = disputeView(Dispute.fromPartial({ receiptUrl, openedAt: at, paidAt: at }));

    expect(documents.find(({ kind }) => kind === 'receipt')).toMatchObject({
      text: receiptUrl,
      path: '/receipts/token',
    });
  },
);
