// What a stranger writes who has installed the client: it is compiled and run in a project of its own.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  LedgerClient,
  SigningKey,
  WebhookError,
  isRefusal,
  verifyWebhook,
  type WebhookMessage,
} from 'ledger-custody-client'

/** The service, by way of a proxy that loses the answer to the first transfer. */
const baseUrl = process.env.BASE_URL!
const SECRET_PLACE = { host: '127.0.0.1', port: 0 }

const { idToken } = await new LedgerClient({ baseUrl }).dev.createIdToken({
  email: `${crypto.randomUUID()}@example.com`,
  name: 'Ada',
})
const client = await LedgerClient.signIn({ baseUrl, idToken, orgName: 'Analytical Engines' })
const { id: realmId } = await client.realms.create({ name: 'Fresh' })
const realm = client.inRealm(realmId)

for (const path of ['/users/ada', '/users/bob']) {
  const { operation } = await realm.objects.create({ path })
  if (operation) await realm.settled(operation)
}
const { operation: deposit } = await realm.deposits.create({
  objectPath: '/users/ada',
  amount: '100.00',
})
const { state } = await realm.settled(deposit)

const stream = realm.stream()
const { first } = await stream.watch('/users/bob')
const told = (async () => {
  for await (const frame of stream) {
    if (frame.type === 'balance.updated') return frame.balance.balances[0]?.settled
  }
})()
const transfer = await realm.transfers
  .create({
    path: '/op/rent',
    sourceObjectPath: '/users/ada',
    targetObjectPath: '/users/bob',
    amount: '25.00',
  })
  .answer()
const pushed = await told
stream.close()

const refusal = await realm.transfers
  .create({
    path: '/op/too-much',
    sourceObjectPath: '/users/ada',
    targetObjectPath: '/users/bob',
    amount: '1000.00',
  })
  .catch((error: unknown) => {
    if (isRefusal(error, 'INSUFFICIENT_BALANCE')) return error.details?.available
    throw error
  })

const transfers: string[] = []
for await (const { path } of realm.operations.list({ type: 'transfer', limit: 1 })) {
  transfers.push(path)
}

const { object } = await realm.objects.getByPath({ path: '/users/ada' })
const { closingBalance } = await realm.objects.statement(object.id)
const file = await realm.objects.statement(object.id, { format: 'csv' })

const { message, tampered } = await receivedWebhook()
const signed = await signedRequests()

console.log(
  JSON.stringify({
    state,
    before: first.balances[0]?.settled,
    pushed,
    replayed: transfer.replayed,
    outcome: JSON.parse(transfer.data.operation.outcome) as unknown,
    refusal,
    transfers,
    statement: [closingBalance, file.split(',')[0]],
    webhook: message.type,
    tampered,
    signed,
  })
)

/** A message of a webhook with its verification, and what becomes of one that was changed. */
async function receivedWebhook(): Promise<{ message: WebhookMessage; tampered: unknown }> {
  const received = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: string }>()
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    response.writeHead(204).end()
    received.resolve({ headers: request.headers, body })
  })
  await new Promise<void>((resolve) => server.listen(SECRET_PLACE, resolve))
  const { port } = server.address() as AddressInfo
  const { webhook, secret } = await realm.webhooks.create({ url: `http://127.0.0.1:${port}/` })
  await realm.webhooks.test(webhook.id)
  const { headers, body } = await received.promise
  server.close()
  server.closeAllConnections()
  const message = await verifyWebhook({ headers, body }, { secret })
  const tampered = await verifyWebhook({ headers, body: `${body} ` }, { secret }).catch(
    (error: unknown) => error instanceof WebhookError && error.reason
  )
  return { message, tampered }
}

/**
 * Whether a signed transfer that names no path was taken, by the path that its key makes, and how
 * a signed file was.
 */
async function signedRequests(): Promise<[isNamedByKey: boolean, status: string]> {
  const signingKey = await SigningKey.import(await (await SigningKey.generate()).export())
  await client.signingKeys.create({ name: 'Fresh key', publicKey: signingKey.publicKey })
  const session = client.session!
  const signer = new LedgerClient({ baseUrl, credential: session.token, signingKey })
  const { operation } = await signer.transfers.create({
    realmId,
    sourceObjectPath: '/users/bob',
    targetObjectPath: '/users/ada',
    amount: '1.00',
  })
  const columns = { date: 'Date', amount: 'Amount' }
  const { reconciliation } = await signer.reconciliations.create({
    realmId,
    objectPath: '/users/ada',
    format: 'csv',
    // A form ends its lines in another way than this text does.
    mapping: JSON.stringify(columns, null, 2) as unknown as typeof columns,
    file: new File(['Date,Amount\n2026-01-02,1.00\n'], 'bank.csv'),
  })
  return [operation.path.startsWith('/op/key/'), reconciliation.status]
}
