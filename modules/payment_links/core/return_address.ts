/**
 * Where the payer's browser goes afterwards: the return URL, with the link's id and how it ended.
 */
export function returnAddress(returnUrl: string, paymentLinkId: string, status: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('paymentLinkId', paymentLinkId)
  url.searchParams.set('status', status)
  return url.href
}

/**
 * The origin to which a message about the end may be posted; null when only an application listens.
 */
export function returnOrigin(returnUrl: string | null): string | null {
  if (returnUrl === null) return null
  const { protocol, origin } = new URL(returnUrl)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}
