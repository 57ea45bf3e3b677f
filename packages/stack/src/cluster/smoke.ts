/** Run by `helm test` in the cluster: fetches the public pages and, with a provider sandbox, runs the demo through the gateway. */
import { Api } from '../demo/api.ts';
import { runDemo } from '../demo/run-demo.ts';

const { ESTAMPA_GATEWAY_URL: gatewayUrl, ESTAMPA_SANDBOX_URL: sandboxUrl } = process.env;
const { ESTAMPA_ADMIN_EMAIL: email = '', ESTAMPA_ADMIN_PASSWORD: password = '' } = process.env;
if (!gatewayUrl) throw new Error('Name ESTAMPA_GATEWAY_URL.');

const api = new Api(gatewayUrl);
const { status } = await api.send('GET', '/openapi.json');
if (status !== 200) throw new Error(`The document was answered ${status}`);
await api.client.getHome();
const rejection = await api.client.exchange('getOwnUser');
if (rejection.status !== 401) throw new Error(`Who is not signed in was answered ${rejection.status} instead of 401`);
console.log('The public pages are there, and what is private is kept.');
if (sandboxUrl) await runDemo({ gatewayUrl, sandboxUrl, logins: [{ role: 'admin', email, password }] });
