import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { schema } from '#app/http/schemas'
import { endedSession, sessionPage } from './schemas.ts'
import { pageQuery, sessionParams } from './validators.ts'

const SessionsController = () => import('./sessions_controller.ts')

/** Routes that list where the builder is signed in, and end sessions from afar. */
export function mountSignedInRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/auth/sessions', [SessionsController, 'index'])
    .operationId('listSessions')
    .access(access.builderSession())
    .summary('Where you are signed in: programs and browsers, newest first')
    .query(pageQuery)
    .answers(200, 'A page of sessions', schema.envelope(sessionPage))
  router
    .delete('/api/v1/auth/sessions/:id', [SessionsController, 'destroy'])
    .operationId('endSession')
    .access(access.builderSession())
    .summary('End a session of yours: its refresh token, cookie and access tokens')
    .params(sessionParams)
    .answers(200, 'It has ended, now or before', schema.envelope(endedSession))
    .refuses('NOT_FOUND')
}
