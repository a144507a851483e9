import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { realmSettingsBody } from './realm_settings_validators.ts'
import { answers } from './schemas.ts'
import { realmParams } from './validators.ts'

const RealmSettingsController = () => import('./controllers/realm_settings_controller.ts')

/** Mounted under `/api/v1`. */
export function realmSettingsRoutes(router: HttpRouterService) {
  router
    .patch('/realms/:id/settings', [RealmSettingsController, 'update'])
    .access(access.organization())
    .summary('Change settings of a realm; what is left out is kept, null clears')
    .params(realmParams)
    .body(realmSettingsBody)
    .example({ branding: { displayName: 'Example app', accentColor: '#1f6feb' } })
    .answers(200, 'The realm with its settings', answers.realm)
    .refuses('NOT_FOUND')
}
