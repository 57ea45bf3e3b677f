/** Words of the model that stand in names, slugs, addresses and codes, so that copies have names of their own. */
export const WORDS = {
  store: 'modelo-loja',
  artwork: 'modelo-obra',
  customer: 'modelo-cliente',
  code: 'MODELO-LOJA',
};
