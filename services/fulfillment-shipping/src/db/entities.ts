import { ItemRow } from './item.entity.ts';
import { OrderRow } from './order.entity.ts';
import { ShipmentRow } from './shipment.entity.ts';

export const entities = [OrderRow, ItemRow, ShipmentRow];
