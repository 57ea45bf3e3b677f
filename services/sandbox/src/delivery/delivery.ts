export const ACCOUNTS = ['asaas', 'mercadopago', 'melhorenvio'] as const;
export type Account = (typeof ACCOUNTS)[number];

export type DeliveryStatus = 'queued' | 'delivered' | 'failed' | 'withheld' | 'no_receiver';

export type Attempt = { at: string; httpStatus: number | null; error: string | null };

/** One notification: the exact bytes that are sent, and everything that came of it. */
export type Delivery = {
  id: string;
  account: Account;
  event: string;
  subjectId: string;
  reference: string | null;
  body: string;
  status: DeliveryStatus;
  /** Deliveries that are left; 2 when a script wants it delivered twice. */
  copies: number;
  /** The next one is sent with a wrong token or signature, as a stranger would. */
  isForged?: boolean;
  attempts: Attempt[];
  createdAt: string;
};

/** A notification before it is sent. */
export type Notification = Pick<Delivery, 'id' | 'account' | 'event' | 'subjectId' | 'reference' | 'body'>;
