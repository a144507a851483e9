import app from '@adonisjs/core/services/app'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#app/http/exception_handler'))

server.use([() => import('#app/http/middleware/request_scope_middleware')])
// Not asked per request what was decided at boot.
if (app.config.get<boolean>('cors.enabled'))
  server.use([() => import('@adonisjs/cors/cors_middleware')])
