import env from '#start/env'

export default {
  /** As it was configured; the module reads it, and a scheme it cannot register stops the start. */
  returnUrlSchemes: env.get('RETURN_URL_SCHEMES', ''),
}
