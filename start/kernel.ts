import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#app/http/exception_handler'))

server.use([
  () => import('#app/http/middleware/request_scope_middleware'),
  () => import('@adonisjs/cors/cors_middleware'),
])
