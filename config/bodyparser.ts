import { defineConfig } from '@adonisjs/core/bodyparser'
import { LIMITS } from '#app/limits'

export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  json: {
    /** An empty string stays one: it is a wrong value to report, not a missing one. */
    convertEmptyStringsToNull: false,
    trimWhitespaces: false,
    limit: LIMITS.requestBodyBytes,
    types: ['application/json'],
  },
  form: {
    convertEmptyStringsToNull: false,
    trimWhitespaces: true,
    limit: LIMITS.formBodyBytes,
    types: ['application/x-www-form-urlencoded'],
  },
  raw: { types: [] },
  multipart: { types: [], autoProcess: false, limit: LIMITS.formBodyBytes },
})
