import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { AccessTokenKeys } from '../services/key_ring.ts'

/** Public keys for everybody who verifies this service's access tokens. */
@singleton()
export default class TokenKeysController {
  constructor(private keys: AccessTokenKeys) {}

  async show({ response }: HttpContext) {
    const published = await this.keys.published()
    response.header('cache-control', 'public, max-age=60').send(published)
  }
}
