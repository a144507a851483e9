/** A browser reduced to what sign-in needs: cookies, one step at a time, no JavaScript. */
export class Browser {
  #cookies = new Map<string, { value: string; path: string }>()
  /** `set-cookie` lines of the last answer. */
  lastCookies: string[] = []

  constructor(private base: string = process.env.APP_URL!) {}

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.base)
    const headers = new Headers({ accept: 'text/html,application/xhtml+xml' })
    new Headers(init.headers).forEach((value, name) => headers.set(name, value))
    const cookie = this.#cookieHeader(url.pathname)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(url, { redirect: 'manual', ...init, headers })
    this.#keep(response)
    return response
  }

  submit(address: string, fields: Record<string, string>): Promise<Response> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(fields) })
  }

  /** Signs in at the development provider, starting wherever a redirect to sign-in pointed. */
  async signIn(address: string, email: string): Promise<Response> {
    const toProvider = await this.open(address)
    const page = toProvider.headers.get('location')!
    const toCallback = await this.submit(page, { email, name: 'Test Person' })
    return this.open(toCallback.headers.get('location')!)
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  setCookie(name: string, value: string, path = '/') {
    this.#cookies.set(name, { value, path })
  }

  #cookieHeader(pathname: string): string {
    return [...this.#cookies]
      .filter(([, { path }]) => path === '/' || pathname.startsWith(`${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  #keep(response: Response) {
    this.lastCookies = response.headers.getSetCookie()
    for (const line of this.lastCookies) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/'
      const isCleared = attributes.some((text) => /^max-age=(0|-\d+)$/i.test(text))
      if (isCleared || value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, { value, path })
    }
  }
}
