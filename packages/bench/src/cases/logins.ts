import { Api } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import { PASSWORD } from '../seed/world.ts';

const AT_ONCE = 4;
/** Well within the life of an access token. */
const REUSED_FOR_MS = 4 * 60_000;

/** Access tokens of people, each logged in once in a while. */
export class Logins {
  readonly #api: Api;
  readonly #known = new Map<string, { token: string; until: number }>();

  constructor(gatewayUrl: string) {
    this.#api = new Api(gatewayUrl);
  }

  async tokens(emails: readonly string[]): Promise<string[]> {
    const queue = [...new Set(emails)];
    const lane = async () => {
      for (let email = queue.shift(); email !== undefined; email = queue.shift()) await this.token(email);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return Promise.all(emails.map((email) => this.token(email)));
  }

  async token(email: string, password = PASSWORD): Promise<string> {
    const known = this.#known.get(email);
    if (known && known.until > Date.now()) return known.token;
    const { accessToken } = await this.#api.as(null).client.logIn({ body: { email, password } });
    this.#known.set(email, { token: accessToken, until: Date.now() + REUSED_FOR_MS });
    return accessToken;
  }

  admin(): Promise<string> {
    return this.token(ADMIN.email, ADMIN.password);
  }

  async api(email: string): Promise<Api> {
    return this.#api.as(await this.token(email));
  }

  async adminApi(): Promise<Api> {
    return signIn(this.#api, ADMIN);
  }
}
