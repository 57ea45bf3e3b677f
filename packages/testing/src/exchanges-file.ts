/** Where the examples of the OpenAPI document are to be gathered; undefined in ordinary runs. */
export const EXCHANGES_FILE: string | undefined = process.env.ESTAMPA_EXCHANGES;
