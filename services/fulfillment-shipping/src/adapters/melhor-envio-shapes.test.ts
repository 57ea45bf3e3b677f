import { describe, expect, it } from 'vitest';
import {
  OrderShape,
  OrdersShape,
  statusOf,
  toCart,
  toLabel,
  toTracking,
  TrackingShape,
} from './melhor-envio-shapes.ts';

const anOrder = { id: 'label-1', status: 'released' };

describe('what Melhor Envio says', () => {
  it.each([
    ['pending', 'label_pending'],
    ['ready-to-print', 'label_purchased'],
    ['generated', 'label_generated'],
    ['received', 'awaiting_posting'],
    ['posted', 'in_transit'],
    ['delivered', 'delivered'],
    ['undelivered', 'exception'],
    ['paused', 'on_hold'],
    ['canceled', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['teleported', null],
  ])('%s means %s', (raw, status) => {
    expect(statusOf(raw)).toBe(status);
  });

  it('about no parcel at all may be an empty list', () => {
    expect(TrackingShape.parse([])).toEqual({});
  });

  it('about a status that is not known is an error of that parcel alone', () => {
    expect(toTracking({ status: 'teleported' })).toHaveProperty('error');
    expect(toTracking({ status: 7 })).toHaveProperty('error');
    expect(toTracking('lost')).toHaveProperty('error');
  });

  it("prefers the carrier's tracking code and adds the zone to times", () => {
    const times = { posted_at: '2026-11-20 09:30:00', delivered_at: null };
    const own = { status: 'posted', melhorenvio_tracking: 'ME1', ...times };

    expect(toTracking(own)).toMatchObject({
      trackingCode: null,
      providerCode: 'ME1',
      postedAt: new Date('2026-11-20T12:30:00.000Z'),
    });
    expect(toTracking({ ...own, tracking: 'DEMO1' })).toMatchObject({ trackingCode: 'DEMO1', deliveredAt: null });
  });

  it('may come as a list or a page, with members that are not as published', () => {
    const odd = { ...anOrder, service: 2, tags: 'none' };

    expect(OrdersShape.parse([odd])).toEqual(OrdersShape.parse({ data: [odd] }));
    expect(toLabel(OrderShape.parse(odd))).toMatchObject({
      status: 'label_purchased',
      carrier: null,
      trackingUrl: null,
    });
  });
});

describe('requests to Melhor Envio', () => {
  const party = {
    name: 'Demo',
    email: 'demo@demo.local',
    cep: '20.040-002',
    street: 'Rua de Demonstração',
    number: '1',
    neighborhood: 'Centro',
    city: 'Rio de Janeiro',
    state: 'RJ',
    country: 'BR',
  };
  const volume = { lengthCm: 30, widthCm: 22, heightCm: 8, weightKg: 1 };
  const cart = toCart(
    {
      tags: ['shipment-1'],
      from: { ...party, document: '11222333000181', phone: '+552133334444' },
      to: { ...party, document: '52998224725', phone: '+15550100' },
      products: [{ name: 'Demo mug', quantity: 3, unitPriceCents: 4990 }],
      volume,
      serviceCode: null,
      invoiceKey: null,
    },
    1,
  );

  it('identify companies by CNPJ and persons by CPF, with national numbers and a bare CEP', () => {
    expect(cart.from).toMatchObject({
      company_document: '11222333000181',
      phone: '2133334444',
      postal_code: '20040002',
    });
    expect(cart.to).toMatchObject({ document: '52998224725', phone: '15550100' });
    expect(cart.from).not.toHaveProperty('document');
  });

  it('declares contents in reais instead of an invoice', () => {
    expect(cart.products).toEqual([{ name: 'Demo mug', quantity: 3, unitary_value: 49.9 }]);
    expect(cart.options).toMatchObject({ insurance_value: 149.7, non_commercial: true });
    expect(cart.options).not.toHaveProperty('invoice');
    expect(cart.from).not.toHaveProperty('state_register');
  });

  it('names the invoice and where the company is registered, where goods go with one', () => {
    const sender = { ...party, document: '11222333000181', stateRegister: '110042490114' };
    const key = '3'.repeat(44);
    const request = { tags: [], from: sender, to: sender, products: [], volume, serviceCode: null, invoiceKey: key };
    const invoiced = toCart(request, 1);

    expect(invoiced).toMatchObject({ from: { state_register: '110042490114' } });
    expect(invoiced.options).toMatchObject({ non_commercial: false, invoice: { key } });
    expect(invoiced.to).not.toHaveProperty('state_register');
  });
});
