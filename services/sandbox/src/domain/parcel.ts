export type ParcelStatus =
  | 'pending'
  | 'released'
  | 'generated'
  | 'received'
  | 'posted'
  | 'delivered'
  | 'undelivered'
  | 'paused'
  | 'suspended'
  | 'canceled'
  | 'expired';

export type Party = {
  name: string;
  address: string;
  number: string;
  complement: string;
  district: string;
  city: string;
  stateAbbr: string;
  postalCode: string;
};

export type Tag = { tag: string; url: string | null };

export type Parcel = {
  id: string;
  protocol: string;
  serviceId: number;
  serviceName: string;
  companyName: string;
  priceCents: number;
  status: ParcelStatus;
  tracking: string | null;
  selfTracking: string;
  from: Party;
  to: Party;
  contents: Array<{ name: string; quantity: number }>;
  tags: Tag[];
  createdAt: string;
  paidAt: string | null;
  generatedAt: string | null;
  postedAt: string | null;
  deliveredAt: string | null;
  canceledAt: string | null;
  expiredAt: string | null;
};

/** One change of a parcel with its webhook event. */
export type ParcelStep = { parcel: Parcel; event: string };
