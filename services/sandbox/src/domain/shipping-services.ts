export type ShippingService = {
  id: number;
  name: string;
  company: { id: number; name: string };
  baseCents: number;
  centsPerKg: number;
  baseDays: number;
  maxWeightKg: number;
};

export type Volume = { width: number; height: number; length: number; weight: number };

const CORREIOS = { id: 1, name: 'Correios' };
const JADLOG = { id: 2, name: 'Jadlog' };
const CUBIC_CM_PER_KG = 6_000;
const CENTS_PER_REGION = 240;
const INSURANCE_PERCENT = 1;

/** The provider's own sandbox knows these two carriers only. */
export const SERVICES: readonly ShippingService[] = [
  { id: 1, name: 'PAC', company: CORREIOS, baseCents: 1_590, centsPerKg: 310, baseDays: 5, maxWeightKg: 30 },
  { id: 2, name: 'SEDEX', company: CORREIOS, baseCents: 2_290, centsPerKg: 540, baseDays: 1, maxWeightKg: 30 },
  { id: 3, name: '.Package', company: JADLOG, baseCents: 1_490, centsPerKg: 290, baseDays: 4, maxWeightKg: 120 },
  { id: 4, name: '.Com', company: JADLOG, baseCents: 1_840, centsPerKg: 380, baseDays: 3, maxWeightKg: 120 },
  { id: 17, name: 'Mini Envios', company: CORREIOS, baseCents: 1_090, centsPerKg: 0, baseDays: 7, maxWeightKg: 0.3 },
];

export const serviceById = (id: number): ShippingService | undefined => SERVICES.find((service) => service.id === id);

export type Trip = { fromCep: string; toCep: string; volumes: readonly Volume[]; insuredCents: number };

/** An invented but steady tariff: heavier, bulkier and farther costs more. */
export function quote(service: ShippingService, { fromCep, toCep, volumes, insuredCents }: Trip) {
  const weightKg = volumes.reduce((sum, volume) => sum + chargeableKg(volume), 0);
  if (volumes.some(({ weight }) => weight > service.maxWeightKg)) return null;
  const regions = Math.abs(Number(fromCep[0]) - Number(toCep[0]));
  const priceCents = Math.round(
    service.baseCents +
      service.centsPerKg * weightKg +
      CENTS_PER_REGION * regions +
      (insuredCents * INSURANCE_PERCENT) / 100,
  );
  return { priceCents, days: service.baseDays + Math.ceil(regions / 2) };
}

const chargeableKg = ({ width, height, length, weight }: Volume): number =>
  Math.max(weight, (width * height * length) / CUBIC_CM_PER_KG);
