import vine from '@vinejs/vine'
import { form, givenName, oneLine, pathPrefix } from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { LEDGER_LIMITS } from '../limits.ts'

const httpsUrl = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string') return
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return
  field.report('The {{ field }} field must be an https URL without credentials', 'https_url', field)
})

export const realmSettingsBody = vine.create({
  defaultApplicationFeeTenthsBps: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([0, LEDGER_LIMITS.applicationFeeTenthsBpsMax])
    .nullable()
    .optional(),
  branding: vine
    .object({
      displayName: givenName().nullable().optional(),
      accentColor: vine
        .string()
        .use(form(/^#[0-9a-fA-F]{6}$/, 'must be # and 6 hexadecimal digits'))
        .nullable()
        .optional(),
      logoUrl: oneLine(LIMITS.urlLength).use(httpsUrl()).nullable().optional(),
      hideExpiryTimer: vine.boolean({ strict: true }).nullable().optional(),
      environmentBannerText: oneLine(LEDGER_LIMITS.bannerLength).nullable().optional(),
    })
    .nullable()
    .optional(),
  reservedOperationPaths: vine
    .array(pathPrefix())
    .maxLength(LEDGER_LIMITS.reservedOperationPaths)
    .nullable()
    .optional(),
})
