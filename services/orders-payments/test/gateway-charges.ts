import { randomUUID } from 'node:crypto';
import type { NewCharge, Payer } from '../src/adapters/payment-gateway.ts';
import { dueDate } from '../src/domain/schedule.ts';
import type { PayMethod, ProviderWorld } from './provider-worlds.ts';

const DEADLINE_MS = 10_000;
export const AMOUNT_CENTS = 15_980;
export const soon = () => AbortSignal.timeout(DEADLINE_MS);

const payer: Payer = {
  userId: randomUUID(),
  name: 'Compradora Demo',
  email: 'compradora@demo.example',
  phone: '+5511987654321',
  document: { type: 'cpf', number: '52998224725' },
  address: {
    cep: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    country: 'BR',
  },
};
export const customerOf = ({ gateway }: ProviderWorld) => gateway.ensureCustomer(payer, { isNew: false }, soon());

export function aCharge(changes: Partial<NewCharge> = {}): NewCharge {
  const orderId = randomUUID();
  const returnUrl = `http://127.0.0.1/orders/${orderId}`;
  const amounts = { amountCents: AMOUNT_CENTS, orderNumber: 1042, dueDate: dueDate(new Date()) };
  return { reference: `${orderId}:1`, orderId, returnUrl, payer, ...amounts, ...changes };
}

/** Creates charges at a provider and acts on them there. */
export function chargesOf(world: () => ProviderWorld) {
  const create = async (changes: Partial<NewCharge> = {}) => {
    const wanted = aCharge(changes);
    const charge = await world().gateway.createCharge(await customerOf(world()), wanted, soon());
    return { ...charge, reference: wanted.reference };
  };
  const paymentOf = async (reference: string, state: string) => {
    const found = await world().gateway.findByReference(reference, soon());
    return found.find((payment) => payment.state === state)!;
  };
  return {
    create,
    paymentOf,
    async createPaid(method: PayMethod = 'pix') {
      const charge = await create();
      await world().pay(charge, method);
      const { paymentId } = await paymentOf(charge.reference, 'approved');
      return { ...charge, paymentId };
    },
    read: async (paymentId: string) => (await world().gateway.getPayment(paymentId, soon()))!,
  };
}
