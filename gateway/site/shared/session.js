import { connect } from './api.js';

const KEPT_AS = 'estampa-refresh-token';

/**
 * Who is signed in, in this tab and over its reloads. Of the tokens only the refresh token is stored, for this tab alone: the
 * browser sends it nowhere by itself, and it goes with the tab. A reload exchanges it for a new pair, so it works once; one
 * whose response was lost in a reload gives the same pair again for ten seconds.
 */
let kept = restored();

const tokens = {
  read: () => kept,
  write(next) {
    kept = next;
    if (next) sessionStorage.setItem(KEPT_AS, next.refreshToken);
    else sessionStorage.removeItem(KEPT_AS);
  },
};

/** The API in the name of whoever is signed in; of nobody before. */
export const session = connect(tokens);

export const isSignedIn = () => kept !== null;

/** Forgets the session here, whatever became of it at the server. */
export const forgetSession = () => tokens.write(null);

/** Ends the session, here also when the server cannot be reached. */
export async function signOut() {
  try {
    await session.logOut(kept.refreshToken);
  } finally {
    forgetSession();
  }
}

function restored() {
  const refreshToken = sessionStorage.getItem(KEPT_AS);
  return refreshToken && { accessToken: '', refreshToken, expiresAt: 0 };
}
