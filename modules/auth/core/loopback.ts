const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the development identity provider may send a browser with a code to this address: to this
 * service, or to programs on the developer's own machine.
 */
export function isDevRedirect(redirectUri: string, appUrl: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { protocol, origin, hostname, username, password, hash } = new URL(redirectUri)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  if (username !== '' || password !== '' || hash !== '') return false
  return origin === new URL(appUrl).origin || LOOPBACK.has(hostname)
}

/**
 * Whether a browser should first move to the service's own host name. Browsers bind cookies to a
 * host name, and a machine has several names for itself: a person who opens `localhost` while the
 * service calls itself `127.0.0.1` would come back from sign-in without the cookie they left with.
 *
 * @returns true when `host` is another loopback name than that of `appUrl`
 */
export function usesAnotherLoopbackName(host: string | undefined, appUrl: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const asked = new URL(`http://${host}`).hostname
  const own = new URL(appUrl).hostname
  return asked !== own && LOOPBACK.has(asked) && LOOPBACK.has(own)
}
