import env from '#start/env'

export default {
  /**
   * The configured text; the module reads it, and a scheme that it cannot register stops the start.
   */
  returnUrlSchemes: env.get('RETURN_URL_SCHEMES', ''),
}
