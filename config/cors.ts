import env from '#start/env'
import { defineConfig } from '@adonisjs/cors'

const origins = (env.get('CORS_ORIGINS') ?? '')
  .split(',')
  .map((origin) => origin.trim())
  .filter((origin) => origin !== '')

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
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
  ],
  credentials: false,
  maxAge: 600,
})
