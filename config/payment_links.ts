import env from '#start/env'

export default {
  /** As it was configured; the module reads it at boot, and stops the boot at a scheme it cannot register. */
  returnUrlSchemes: env.get('RETURN_URL_SCHEMES', ''),
}
