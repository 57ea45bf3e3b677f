import { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import { type Consumer, subscribe, subscribePayload } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepItem } from '../usecases/keep-item.ts';
import { keepShipment } from '../usecases/keep-shipment.ts';

export const fulfillment: Consumer<Context> = {
  topic: 'fulfillment.v1',
  on: { item: subscribe(ItemChanged, keepItem), shipment: subscribePayload(keepShipment) },
};
