import env from '#start/env'
import { defineConfig } from '@adonisjs/cors'
import { corsOrigins } from '#app/http/cors_origins'
import { readSetting } from '#app/preflight/broken_settings'

const origins = readSetting(() => corsOrigins(env.get('CORS_ORIGINS', '')), [])

export default defineConfig({
  enabled: origins.length > 0,
  origin: origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: true,
  exposeHeaders: [
    'x-request-id',
    'server-timing',
    'idempotent-replayed',
    'retry-after',
    'etag',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
  ],
  credentials: false,
  maxAge: 600,
})
