import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { AUTH_LIMITS } from '../limits.ts'
import { isDevRedirect } from '../core/loopback.ts'
import { sendPage } from './page.ts'
import { authorizeQuery, codeForm, devPersonBody, devPersonForm } from './validators.ts'
import { DevIdentity, type DevSignedIn } from '../services/dev_identity.ts'
import { DevIdentityKeys } from '../services/key_ring.ts'
import { DEV_IDENTITY_PATH, AuthSettings, DEV_AUDIENCE } from '../settings.ts'

const REMEMBERED = 'svc_dev_identity'

/**
 * Serves the development identity provider over HTTP. Its answers have no envelope, as OpenID
 * Connect requires.
 */
@singleton()
export default class DevIdentityController {
  constructor(
    private identity: DevIdentity,
    private keys: DevIdentityKeys,
    private settings: AuthSettings
  ) {}

  async about(ctx: HttpContext) {
    const { appUrl, devIssuer: issuer, identityProvider } = this.settings
    const isUsed = identityProvider.issuer === issuer
    await sendPage(ctx, 'auth/dev_identity', { appUrl, issuer, audience: DEV_AUDIENCE, isUsed })
  }

  configuration({ response }: HttpContext) {
    const { devIssuer: issuer } = this.settings
    response.send({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/oidc/token`,
      jwks_uri: `${issuer}/jwks.json`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: [
        'iss',
        'aud',
        'sub',
        'email',
        'email_verified',
        'name',
        'iat',
        'exp',
        'auth_time',
      ],
      authorization_response_iss_parameter_supported: true,
    })
  }

  async jwks({ response }: HttpContext) {
    response.header('cache-control', 'no-cache').send(await this.keys.published())
  }

  async token(ctx: HttpContext) {
    const person = this.identity.signedIn(input(ctx, devPersonBody))
    const idToken = await this.identity.idToken(person)
    ctx.response.header('cache-control', 'no-store').send({ idToken })
  }

  async ask(ctx: HttpContext) {
    await this.#askWho(ctx, { email: '', name: '' }, {})
  }

  async authorize(ctx: HttpContext) {
    const form = input(ctx, devPersonForm)
    if (form.remembered !== undefined) {
      const remembered = this.#remembered(ctx)
      return remembered === null
        ? this.#askWho(ctx, { email: '', name: '' }, {})
        : this.#goBack(ctx, remembered)
    }
    const [problem, person] = await devPersonBody.tryValidate(form)
    if (problem) {
      const found = problem.messages as { field: string; message: string }[]
      const messages = Object.fromEntries(found.map(({ field, message }) => [field, message]))
      return this.#askWho(ctx, { email: form.email ?? '', name: form.name ?? '' }, messages)
    }
    this.#goBack(ctx, this.identity.signedIn(person))
  }

  /** Sends the person back to the application, and remembers them for the next application. */
  #goBack(ctx: HttpContext, signedIn: DevSignedIn) {
    const request = this.#request(ctx)
    ctx.response.encryptedCookie(REMEMBERED, signedIn, {
      path: DEV_IDENTITY_PATH,
      httpOnly: true,
      sameSite: 'lax' as const,
      maxAge: AUTH_LIMITS.browserSessionSeconds,
      secure: this.settings.appUrl.startsWith('https:'),
    })
    const code = this.identity.code({
      ...signedIn,
      redirectUri: request.redirect_uri,
      nonce: request.nonce,
      codeChallenge: request.code_challenge,
    })
    const location = new URL(request.redirect_uri)
    location.searchParams.set('code', code)
    location.searchParams.set('iss', this.settings.devIssuer)
    if (request.state !== undefined) location.searchParams.set('state', request.state)
    ctx.response.header('cache-control', 'no-store').header('location', location.href)
    ctx.response.status(303).send('')
  }

  async redeem(ctx: HttpContext) {
    const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = input(ctx, codeForm)
    ctx.response.header('cache-control', 'no-store')
    const idToken = await this.identity.redeem({ code, redirectUri, codeVerifier })
    if (idToken === null) {
      ctx.response.status(400).send({
        error: 'invalid_grant',
        error_description: 'The code is unknown, used or expired, or its verifier does not fit.',
      })
      return
    }
    ctx.response.send({
      // OAuth requires an access token; nothing can be opened with this one.
      access_token: 'none',
      token_type: 'Bearer',
      expires_in: AUTH_LIMITS.devIdTokenSeconds,
      id_token: idToken,
    })
  }

  /**
   * The remembered person, who may go on without saying again who they are; null when the
   * application asks for that.
   */
  #remembered(ctx: HttpContext): DevSignedIn | null {
    const { max_age: maxAge, prompt } = this.#request(ctx)
    if (prompt?.split(' ').includes('login')) return null
    const signedIn = ctx.request.encryptedCookie(REMEMBERED) as DevSignedIn | null | undefined
    return signedIn && this.identity.isRecent(signedIn, maxAge) ? signedIn : null
  }

  /**
   * @throws ServiceError VALIDATION_ERROR for an unknown client: a browser is never sent to an
   *   unknown address
   */
  #request(ctx: HttpContext) {
    const request = input(ctx, authorizeQuery)
    if (request.client_id !== DEV_AUDIENCE) {
      throw invalidField('client_id', 'known', `The client_id must be "${DEV_AUDIENCE}".`)
    }
    if (!isDevRedirect(request.redirect_uri, this.settings.appUrl)) {
      throw invalidField(
        'redirect_uri',
        'known',
        'The redirect_uri must lead to this service or to this machine.'
      )
    }
    return request
  }

  async #askWho(
    ctx: HttpContext,
    typed: { email: string; name: string },
    messages: Record<string, string>
  ) {
    const { redirect_uri: redirectUri } = this.#request(ctx)
    const status = Object.keys(messages).length > 0 ? 400 : 200
    const action = ctx.request.url(true)
    const formTarget = new URL(redirectUri).origin
    const state = { typed, messages, action, remembered: this.#remembered(ctx) }
    await sendPage(ctx, 'auth/dev_sign_in', state, { status, formTarget })
  }
}
