import router from '@adonisjs/core/services/router'
import { access } from '#app/http/access'
import { searchQuery } from '#app/http/docs/docs_validators'
import { withRouteTag } from '#app/http/route_macros'
import { liveAnswer, readyAnswer } from '#app/observability/health_answers'
import { mountQueueDashboard } from '#app/queue/dashboard/mount'

const HealthController = () => import('#app/observability/health_controller')
const HomeController = () => import('#app/http/docs/home_controller')
const ReferenceController = () => import('#app/http/docs/reference_controller')
const DocsController = () => import('#app/http/docs/docs_controller')

await withRouteTag('Service', async () => {
  router
    .get('/', [HomeController, 'show'])
    .operationId('openRoot')
    .access(access.public())
    .summary('What runs here, and where a person goes on')
    .answers(200, 'A page', { type: 'string' }, 'text/html')
  router
    .get('/health/live', [HealthController, 'live'])
    .access(access.public())
    .summary('The process answers')
    .answers(200, 'Always, while the process runs', liveAnswer)
  router
    .get('/health/ready', [HealthController, 'ready'])
    .access(access.public())
    .summary('The service can do its work')
    .answers(200, 'Ready, possibly degraded', readyAnswer)
    .answers(503, 'A dependency that is needed for every request is down', readyAnswer)
  router
    .get('/metrics', [HealthController, 'metrics'])
    .operationId('getMetrics')
    .access(access.public())
    .summary('Prometheus metrics of this process')
    .answers(200, 'Text exposition format', { type: 'string' }, 'text/plain')
    .refuses('NOT_FOUND')
  mountDocumentation()
  await mountQueueDashboard(router)
})

function mountDocumentation() {
  router
    .get('/openapi.json', [ReferenceController, 'document'])
    .operationId('getApiDocument')
    .access(access.public())
    .summary('This API as an OpenAPI 3.1 document')
    .answers(200, 'The document', { type: 'object' })
  router
    .get('/asyncapi.json', [ReferenceController, 'stream'])
    .operationId('getStreamDocument')
    .access(access.public())
    .summary('The WebSocket stream as an AsyncAPI 3 document')
    .answers(200, 'The document', { type: 'object' })
  router
    .get('/docs', [DocsController, 'index'])
    .operationId('openReference')
    .access(access.public())
    .summary('Guides and reference')
    .answers(200, 'A page', { type: 'string' }, 'text/html')
  router
    .get('/docs/guides/:page', [DocsController, 'guide'])
    .operationId('openGuide')
    .access(access.public())
    .summary('A guide')
    .answers(200, 'A page', { type: 'string' }, 'text/html')
    .refuses('NOT_FOUND')
  router
    .get('/docs/reference/:page', [DocsController, 'part'])
    .operationId('openReferencePart')
    .access(access.public())
    .summary('The reference of one part of the API')
    .answers(200, 'A page', { type: 'string' }, 'text/html')
    .refuses('NOT_FOUND')
  router
    .get('/docs/assets/:file', [ReferenceController, 'asset'])
    .operationId('getReferenceAsset')
    .access(access.public())
    .summary('Files of the reference pages')
    .answers(200, 'A file')
    .refuses('NOT_FOUND')
  router
    .get('/docs/search', [DocsController, 'search'])
    .operationId('searchDocumentation')
    .access(access.public())
    .summary('What guides and reference say about some words')
    .query(searchQuery)
    .answers(200, 'A page', { type: 'string' }, 'text/html')
  router
    .get('/docs/:page', [DocsController, 'page'])
    .operationId('openDocumentation')
    .access(access.public())
    .summary('The stream, the schemas, or a page of prose')
    .answers(200, 'A page', { type: 'string' }, 'text/html')
    .refuses('NOT_FOUND')
}
