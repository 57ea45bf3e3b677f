/**
 * What the local stack told the gateway: where the sandbox and the inbox are, and whom one may sign in as.
 * @returns {Promise<{ sandboxUrl: string | null, mailUrl: string | null, logins: { role: string, email: string, password: string }[] }>}
 */
export async function readLinks() {
  const response = await fetch('/site/links.json');
  return response.ok ? response.json() : { sandboxUrl: null, mailUrl: null, logins: [] };
}
