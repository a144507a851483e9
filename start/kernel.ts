import server from '@adonisjs/core/services/server'
import cors from '#config/cors'

server.errorHandler(() => import('#app/http/exception_handler'))

server.use([() => import('#app/http/middleware/request_scope_middleware')])
// Not asked per request what was decided at boot.
if (cors.enabled) server.use([() => import('@adonisjs/cors/cors_middleware')])
