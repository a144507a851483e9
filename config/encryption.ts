import { randomBytes } from 'node:crypto'
import env from '#start/env'
import { Secret } from '@adonisjs/core/helpers'
import { defineConfig, drivers } from '@adonisjs/core/encryption'
import { readSetting } from '#app/preflight/broken_settings'

/** The driver accepts no shorter key. `app/preflight/app_key.ts` judges whether a key is good. */
const KEY_LENGTH = 16

const key = readSetting(
  () => {
    const configured = env.get('APP_KEY')
    const { length } = configured.release()
    if (length >= KEY_LENGTH) return configured
    throw new Error(`APP_KEY has ${length} characters, and ${KEY_LENGTH} are the least`)
  },
  new Secret(randomBytes(32).toString('base64'))
)

export default defineConfig({
  default: 'gcm',
  list: { gcm: drivers.aes256gcm({ keys: [key], id: 'gcm' }) },
})
