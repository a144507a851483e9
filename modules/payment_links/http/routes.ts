import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import type { ResourceSource } from '#app/http/route_declaration'
import { schema } from '#app/http/schemas'
import { createdLinkAnswer, linksAnswer, paymentAnswer } from './schemas.ts'
import { createLinkBody, listLinksQuery, tokenParams } from './validators.ts'

const PaymentLinksController = () => import('./payment_links_controller.ts')
const PaymentsController = () => import('./payments_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

/** A path is checked before anything is read; an object id only after its path is known. */
const linkedObject: ResourceSource = {
  describe: 'the path of the object',
  from: ({ objectPath, objectRef }) => {
    if (typeof objectPath === 'string') return objectPath
    return typeof objectRef === 'string' && objectRef.startsWith('/') ? objectRef : null
  },
}

export function paymentLinkRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/payment-links', [PaymentLinksController, 'store'])
    .access(access.action('svc:ReceiveTo', linkedObject))
    .summary('Ask for a payment by link, once per operation path')
    .body(createLinkBody)
    .answers(201, 'The link and its pending operation', createdLinkAnswer)
    .guarded('value_in')
    .refuses(
      ...REALM_REFUSALS,
      'OBJECT_NOT_FOUND',
      'IDEMPOTENCY_VIOLATION',
      'SETTLEMENT_UNAVAILABLE',
      'OVERLOADED',
      'UNAVAILABLE'
    )
  router
    .get('/api/v1/payment-links', [PaymentLinksController, 'index'])
    .access(access.action('svc:ReadOperation', on.looked('each object; other links are left out')))
    .summary('The payment links of a realm, newest first')
    .query(listLinksQuery)
    .answers(200, 'A page of links', linksAnswer)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/pay/:token', [PaymentsController, 'show'])
    .access(access.public())
    .limitedPerAddress('payment')
    .summary('What the holder of a payment link may know')
    .params(tokenParams)
    .answers(200, 'The payment', paymentAnswer)
    .refuses('NOT_FOUND')
  router
    .get('/pay/:token', [PaymentsController, 'page'])
    .access(access.public())
    .limitedPerAddress('payment')
    .summary('The page a payment link opens')
    .params(tokenParams)
    .answers(200, 'A page', schema.string, 'text/html')
    .answers(404, 'A page that says so', schema.string, 'text/html')
}
