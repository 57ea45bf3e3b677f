import { hostname, userInfo } from 'node:os';
import pc from 'picocolors';
import { signingKeysIn } from '../signing-keys.ts';
import { findRunningStack } from '../stack-file.ts';
import { table } from '../terminal.ts';

const USAGE = `The keys whose tokens are accepted:
  npm run keys -- list
  npm run keys -- withdraw <kid>
They are those of the running stack; elsewhere set DATABASE_URL to identity's database.`;

/** Lists and withdraws the public keys that gateways take tokens by. */
export async function keys([verb = 'list', kid]: readonly string[]): Promise<number> {
  const databaseUrl = process.env.DATABASE_URL ?? findRunningStack()?.services.identity.databaseUrl;
  if (!databaseUrl) throw new Error('No stack runs from this checkout: "npm start" starts one, or set DATABASE_URL.');
  await using published = await signingKeysIn(databaseUrl);
  if (verb === 'withdraw' && kid) {
    await published.withdraw(kid, `${userInfo().username}@${hostname()}`);
    console.log(`${pc.yellow('withdrawn')} ${kid}: gateways reject its tokens within a minute.`);
    return 0;
  }
  if (verb !== 'list') throw new Error(USAGE);
  const rows = (await published.published()).map((key) => [key.kid, key.published_until.toISOString()]);
  console.log(table([['kid', 'published until'], ...rows]));
  return 0;
}
