import { Router } from 'express';
import { toBuffer } from 'qrcode';
import { boletoBarCode, boletoLine } from '../domain/boleto.ts';
import { isPayable, type Charge } from '../domain/charge.ts';
import { pixCode } from '../domain/pix-code.ts';
import { Rejection } from '../domain/rejection.ts';
import type { Sandbox } from '../sandbox.ts';
import { nossoNumero } from './payment-view.ts';
import { chargeById } from './payments.ts';

const QR_MODULE_PX = 4;
export const QR_CODE = { scale: QR_MODULE_PX, margin: 2, errorCorrectionLevel: 'M' } as const;

/** The Pix code and the bank slip line of a charge that can still be paid. */
export function paymentCodeRoutes(sandbox: Sandbox): Router {
  const router = Router();

  router.get('/payments/:id/pixQrCode', async (request, response) => {
    const charge = payableBy(chargeById(sandbox, request.params.id), 'PIX');
    const png = await pixImage(charge);
    response.json({
      success: true,
      encodedImage: png.toString('base64'),
      payload: pixPayload(charge),
      expirationDate: `${Number(charge.dueDate.slice(0, 4)) + 1}${charge.dueDate.slice(4)} 23:59:59`,
    });
  });

  router.get('/payments/:id/identificationField', (request, response) => {
    const charge = payableBy(chargeById(sandbox, request.params.id), 'BOLETO');
    const barCode = chargeBarCode(charge);
    response.json({ identificationField: boletoLine(barCode), nossoNumero: nossoNumero(charge), barCode });
  });

  return router;
}

export const pixPayload = (charge: Charge): string => pixCode({ amountCents: charge.valueCents, reference: charge.id });

export const pixImage = (charge: Charge): Promise<Buffer> => toBuffer(pixPayload(charge), QR_CODE);

export const chargeBarCode = (charge: Charge): string =>
  boletoBarCode({ dueDate: charge.dueDate, amountCents: charge.valueCents, freeField: nossoNumero(charge) });

function payableBy(charge: Charge, method: 'PIX' | 'BOLETO'): Charge {
  if (!isPayable(charge)) throw new Rejection('conflict', 'invalid_action', 'This charge can no longer be paid.');
  if (charge.billingType !== 'UNDEFINED' && charge.billingType !== method)
    throw new Rejection('invalid', 'invalid_billingType', `This charge is not payable by ${method}.`);
  return charge;
}
