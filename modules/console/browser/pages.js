// @ts-check
import { addedPage, addedPages } from './added.js'
import { Router } from './router.js'

const operations = () => import('./pages/operations.js')
const objects = () => import('./pages/objects.js')
const credentials = () => import('./pages/credentials.js')
const sessions = () => import('./pages/sessions.js')

/** Every page of the console, by its address. */
export const pages = new Router()
  .addAll('/console', {
    '': async () => (await import('./pages/realms.js')).realmsPage,
    '/members': async () => (await import('./pages/members.js')).membersPage,
    '/keys': async () => (await credentials()).keysPage,
    '/tokens': async () => (await credentials()).tokensPage,
    '/signing-keys': async () => (await credentials()).signingKeysPage,
    '/sessions': async () => (await sessions()).sessionsPage,
    '/audit': async () => (await sessions()).auditPage,
  })
  .addAll('/console/realms/:realmId', {
    '': async () => (await import('./pages/overview.js')).overviewPage,
    '/objects': async () => (await objects()).objectsPage,
    '/objects/at': async () => (await objects()).objectAtPage,
    '/objects/:objectId': async () => (await import('./pages/object.js')).objectPage,
    '/operations': async () => (await operations()).operationsPage,
    '/operations/:operationId': async () => (await import('./pages/operation.js')).operationPage,
    '/pending': async () => (await operations()).pendingPage,
    '/links': async () => (await import('./pages/links.js')).linksPage,
    '/events': async () => (await import('./pages/events.js')).eventsPage,
    '/custody': async () => (await import('./pages/custody.js')).custodyPage,
    '/webhooks': async () => (await import('./pages/webhooks.js')).webhooksPage,
    '/webhooks/:webhookId': async () => (await import('./pages/webhook.js')).webhookPage,
    '/settings': async () => (await import('./pages/settings.js')).settingsPage,
    '/search': async () => (await import('./pages/search.js')).searchPage,
  })

for (const added of addedPages) pages.add(added.address, addedPage(added))
