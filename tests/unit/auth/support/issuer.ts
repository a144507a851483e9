import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK, generateKeyPair, type CryptoKey, type JWTPayload } from 'jose'
import { ManualClock } from '#app/clock/clock'
import { AuthSettings } from '#modules/auth/settings'

export const AUDIENCE = 'the-service'

/** An identity provider of its own: real keys, published over real HTTP. */
export class Issuer {
  /** What the next requests for keys are answered with, in place of the keys. */
  fault: { status: number; body: string } | 'hang' | null = null
  requests = 0
  readonly clock = new ManualClock()

  private constructor(
    private server: Server,
    readonly url: string,
    private key: CryptoKey,
    private algorithm: string
  ) {}

  static async open(algorithm = 'ES256'): Promise<Issuer> {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: algorithm }
    const server = createServer((_request, response) => {
      issuer.requests += 1
      if (issuer.fault === 'hang') return
      const { status, body } = issuer.fault ?? {
        status: 200,
        body: JSON.stringify({ keys: [jwk] }),
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const issuer = new Issuer(server, `http://127.0.0.1:${port}`, privateKey, algorithm)
    return issuer
  }

  get settings(): AuthSettings {
    return new AuthSettings({
      production: false,
      appUrl: 'http://127.0.0.1:1',
      host: '127.0.0.1',
      issuer: this.url,
      audience: AUDIENCE,
      jwksUrl: `${this.url}/keys`,
      clientSecret: undefined,
      platformAdminEmails: '',
    })
  }

  get nowSeconds(): number {
    return Math.floor(this.clock.nowMs() / 1000)
  }

  /** A good ID token, with `changes`; undefined leaves a claim out. */
  idToken(changes: JWTPayload = {}, key: CryptoKey = this.key): Promise<string> {
    return new SignJWT({
      iss: this.url,
      aud: AUDIENCE,
      sub: 'ann',
      email: 'ann@ex.example',
      email_verified: true,
      iat: this.nowSeconds,
      exp: this.nowSeconds + 60,
      ...changes,
    })
      .setProtectedHeader({ alg: this.algorithm, kid: 'k1' })
      .sign(key)
  }

  async close() {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
