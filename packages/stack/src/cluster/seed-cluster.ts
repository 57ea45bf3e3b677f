/** The demo marketplace on a cluster for development, through its gateway. */
import { seed } from '../demo/seed.ts';
import { DEMO_LOGINS } from '../topology.ts';

const { ESTAMPA_GATEWAY_URL: gatewayUrl } = process.env;
if (!gatewayUrl) throw new Error('Name ESTAMPA_GATEWAY_URL.');

const { logins } = await seed({ gatewayUrl, logins: [...DEMO_LOGINS] });
for (const { role, email, password } of logins) console.log(`${role}: ${email} ${password}`);
