import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import type { AddressBudget } from '#app/http/rate_limit_settings'
import type { ResourceSource } from '#app/http/route_declaration'
import { schema } from '#app/http/schemas'
import type { LinkType } from '../core/payment_link.ts'
import { linkAnswer, linksAnswer, paymentAnswer } from './schemas.ts'
import {
  accentParams,
  confirmBody,
  confirmForm,
  createLinkBody,
  linkParams,
  linkQuery,
  listLinksQuery,
  tokenParams,
} from './validators.ts'

const PaymentLinksController = () => import('./payment_links_controller.ts')
const PaymentsController = () => import('./payments_controller.ts')
const PaymentPageController = () => import('./payment_page_controller.ts')
const PageAssetsController = () => import('./page_assets_controller.ts')

/** The pages of payers poll. */
const PAYMENT: AddressBudget = { timesSignIns: 10 }

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

/**
 * The object of a link of one type: the one that gets the money, or gives it. A path is checked
 * before anything is read, an object id only after its path is known.
 */
const linkedObject = (type: LinkType): ResourceSource => ({
  describe: `the path of the object of a ${type} link`,
  from: ({ type: asked, objectPath, objectRef }) => {
    if (asked !== type) return null
    if (typeof objectPath === 'string') return objectPath
    return typeof objectRef === 'string' && objectRef.startsWith('/') ? objectRef : null
  },
})

export function paymentLinkRoutes(router: HttpRouterService) {
  linkRoutes(router)
  payerRoutes(router)
  pageRoutes(router)
}

function linkRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/payment-links', [PaymentLinksController, 'store'])
    .access(
      access.actions(
        { action: 'svc:ReceiveTo', on: linkedObject('deposit') },
        { action: 'svc:WithdrawFrom', on: linkedObject('withdrawal') }
      )
    )
    .idempotent(idempotency.optionalPath('path', { claimedByPosting: true }))
    .summary('Ask for a payment, or offer a payout, by link, once per operation path')
    .body(createLinkBody)
    .example({ objectPath: '/users/u1/wallet', path: '/op/createPaymentLink-1' })
    .answers(201, 'The link and its pending operation', schema.noticed(linkAnswer))
    .guarded('value_in', 'value_out')
    .refuses(
      ...REALM_REFUSALS,
      'OBJECT_NOT_FOUND',
      'INSUFFICIENT_BALANCE',
      'LIMIT_EXCEEDED',
      'IDEMPOTENCY_VIOLATION',
      'SETTLEMENT_UNAVAILABLE',
      'CONFLICT',
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
    .get('/api/v1/payment-links/:id', [PaymentLinksController, 'show'])
    .access(access.action('svc:ReadOperation', on.looked('the path of the object')))
    .summary('One payment link and its operation')
    .params(linkParams)
    .query(linkQuery)
    .answers(200, 'The link and its operation', linkAnswer)
    .refuses(...REALM_REFUSALS)
  router
    .delete('/api/v1/payment-links/:id', [PaymentLinksController, 'cancel'])
    .access(
      access.actions(
        { action: 'svc:ReceiveTo', on: on.looked('the path of the object of a deposit link') },
        { action: 'svc:WithdrawFrom', on: on.looked('the path of the object of a withdrawal link') }
      )
    )
    .summary('End a pending payment link before its time')
    .params(linkParams)
    .query(linkQuery)
    .answers(200, 'The expired link and its operation', linkAnswer)
    .guarded('change')
    .refuses(...REALM_REFUSALS, 'CONFLICT', 'OVERLOADED', 'UNAVAILABLE')
}

function payerRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/pay/:token', [PaymentsController, 'show'])
    .operationId('getPayment')
    .access(access.public())
    .limitedPerAddress(PAYMENT)
    .summary('What the holder of a payment link may know')
    .params(tokenParams)
    .answers(200, 'The payment', paymentAnswer)
    .refuses('NOT_FOUND')
  router
    .post('/api/v1/pay/:token/confirm', [PaymentsController, 'confirm'])
    .operationId('confirmPayment')
    .access(access.public())
    .limitedPerAddress(PAYMENT)
    .idempotent(
      idempotency.natural(
        'A link is confirmed once; a repeat is answered with Idempotent-Replayed.'
      )
    )
    .summary('Pay a link with simulated money, or take a withdrawal to an address')
    .params(tokenParams)
    .body(confirmBody)
    .answers(200, 'The payment, on its way', paymentAnswer)
    .guarded('value_in', 'value_out')
    .refuses('NOT_FOUND', 'CONFLICT', 'SETTLEMENT_UNAVAILABLE', 'OVERLOADED', 'UNAVAILABLE')
  router
    .get('/api/v1/pay/:token/events', [PaymentsController, 'events'])
    .operationId('streamPayment')
    .access(access.public())
    .limitedPerAddress(PAYMENT)
    .summary('The payment whenever it changes, as server-sent events')
    .params(tokenParams)
    .answers(200, 'Events named payment', schema.string, 'text/event-stream')
    .refuses('NOT_FOUND', 'OVERLOADED')
}

const PAGE = [schema.string, 'text/html'] as const

function pageRoutes(router: HttpRouterService) {
  router
    .get('/pay/:token', [PaymentPageController, 'show'])
    .operationId('openPaymentPage')
    .access(access.public())
    .limitedPerAddress(PAYMENT)
    .summary('The page a payment link opens')
    .params(tokenParams)
    .answers(200, 'A page', ...PAGE)
    .answers(404, 'A page that says so', ...PAGE)
    .answers(410, 'A page: the realm of the link was closed', ...PAGE)
  router
    .post('/pay/:token', [PaymentPageController, 'confirm'])
    .operationId('submitPaymentPage')
    .access(access.public())
    .limitedPerAddress(PAYMENT)
    .idempotent(idempotency.natural('A link is confirmed once, however often its form is sent.'))
    .summary('The form of that page: pays with simulated money, or names an address')
    .params(tokenParams)
    .form(confirmForm)
    .answers(200, 'The page, with the address to be checked before money goes there', ...PAGE)
    .answers(303, 'To the page')
    .answers(400, 'The page, with what is wrong', ...PAGE)
    .answers(404, 'A page that says so', ...PAGE)
    .answers(410, 'A page: the realm of the link was closed', ...PAGE)
    .answers(409, 'The page, with what stands in the way', ...PAGE)
  router
    .get('/pay/:token/logo', [PaymentPageController, 'logo'])
    .operationId('getPaymentLogo')
    .access(access.public())
    .limitedPerAddress(PAYMENT)
    .summary("The realm's logo, from this origin")
    .params(tokenParams)
    .answers(200, 'A picture')
    .answers(404, 'There is none to show')
  router
    .get('/assets/pay.css', [PageAssetsController, 'styles'])
    .operationId('getPaymentStyles')
    .access(access.public())
    .summary('The style sheet of payment pages')
    .answers(200, 'CSS', schema.string, 'text/css')
  router
    .get('/assets/pay.js', [PageAssetsController, 'script'])
    .operationId('getPaymentScript')
    .access(access.public())
    .summary('The script of payment pages')
    .answers(200, 'JavaScript', schema.string, 'text/javascript')
  router
    .get('/assets/accent/:colour', [PageAssetsController, 'accent'])
    .operationId('getPaymentAccent')
    .access(access.public())
    .summary('A colour as payment pages use it, readable wherever it stands')
    .params(accentParams)
    .answers(200, 'CSS', schema.string, 'text/css')
}
