import app from '@adonisjs/core/services/app'
import { defineConfig, formatters, loaders } from '@adonisjs/i18n'

/**
 * The languages of pages that the public sees. A module keeps its texts beside its views, in
 * `languages/<language>/<name>.json`; whoever asks for another language gets the default one.
 */
export default defineConfig({
  defaultLocale: 'en',
  formatter: formatters.icu(),
  loaders: [loaders.fs({ location: app.makePath('modules/payment_links/languages') })],
})
