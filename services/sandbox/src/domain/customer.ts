export type Customer = {
  id: string;
  createdAt: string;
  name: string;
  cpfCnpj: string | null;
  email: string | null;
  phone: string | null;
  mobilePhone: string | null;
  address: string | null;
  addressNumber: string | null;
  complement: string | null;
  province: string | null;
  postalCode: string | null;
  externalReference: string | null;
  notificationDisabled: boolean;
  foreignCustomer: boolean;
};
