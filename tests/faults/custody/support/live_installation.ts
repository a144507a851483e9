import { randomInt } from 'node:crypto'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Address } from '#modules/custody/core/chain_types'
import { nodeWithTls } from '#tests/faults/host/support/tls_node'
import { TlsStores } from '#tests/faults/host/support/tls_stores'
import { ChildService } from '#tests/faults/support/child_service'
import { FaultyProxy } from '#tests/functional/custody/support/faulty_proxy'
import { foreignToken } from '#tests/functional/custody/support/foreign_token'
import { Safe } from '#tests/functional/custody/support/safe'
import { Client, accepted, type AnyData, type Reply } from '#tests/support/client'
import { Issuer } from '../../../unit/auth/support/issuer.ts'
import { ContractWorld, newKey } from '../../../unit/custody/support/contract_world.ts'
import { SignerProcess } from '../../../unit/custody/support/signer_process.ts'

const OWNER = 'ann@ex.example'
const PULSE_MS = 400

/**
 * A production of its own, as live realms want it: stores and two nodes over TLS, a token of somebody else, a
 * Safe as admin, and operator, settler and guardian whose keys lie in signers elsewhere. The chain is one that
 * nobody has listed, so it counts as one of value. Both nodes show the same chain; what the second one says of it
 * is told by `second`.
 */
export class LiveInstallation {
  server!: ChildService
  worker!: ChildService
  client!: Client

  private constructor(
    readonly world: ContractWorld,
    readonly safe: Safe,
    readonly token: { address: Address; minter: OperatorKey },
    readonly operator: OperatorKey,
    readonly second: FaultyProxy,
    private stores: TlsStores,
    private issuer: Issuer,
    private nodes: Server[],
    private signers: SignerProcess[],
    private pulse: NodeJS.Timeout
  ) {}

  static async start(): Promise<LiveInstallation> {
    const stores = await TlsStores.start()
    const world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    const { chainId } = world.gateway
    const keys = [newKey(), newKey(), newKey()]
    for (const key of keys) await world.fund(key)
    const signers = await Promise.all(
      keys.map((key) => SignerProcess.start('web3signer', key, '', chainId))
    )
    const second = await FaultyProxy.to(world.anvil.url)
    const node = (url: string) => nodeWithTls(url, stores.certificate)
    const nodes = [await node(world.anvil.url), await node(second.url)]
    // Blocks come by themselves, as on any chain.
    const pulse = setInterval(() => void world.anvil.rpc('evm_mine').catch(() => {}), PULSE_MS)
    const installation = new LiveInstallation(
      world,
      await Safe.deploy(world.anvil),
      await foreignToken(world),
      keys[0]!,
      second,
      stores,
      await Issuer.open(),
      nodes,
      signers,
      pulse
    )
    await installation.#begin(keys)
    return installation
  }

  async stop() {
    clearInterval(this.pulse)
    await this.end()
    for (const signer of this.signers) await signer.stop()
    await this.issuer.close()
    for (const node of this.nodes) await new Promise((resolve) => node.close(resolve))
    await this.second.stop()
    await this.world.anvil.kill()
    await this.stores.stop()
  }

  /** The service is gone; chain and stores stay. */
  async end() {
    this.worker?.kill()
    await this.worker?.ended
    await this.server?.stop()
  }

  /** Time passes on the chain. */
  async pass(seconds: number) {
    await this.world.anvil.rpc('evm_increaseTime', [seconds])
    await this.world.anvil.rpc('evm_mine')
  }

  /** What was attested last becomes as old as it may be: the next turn of the worker attests anew. */
  async attestationsAge() {
    await this.stores.write(
      'UPDATE custody_liability_trees SET created_at = created_at - INTERVAL 1 MINUTE',
      []
    )
  }

  /**
   * Sends a request that a person has to confirm, and again with the confirmation. How people do that in a
   * browser is told in tests/functional/auth/step_up.spec.ts; here their decision is written down.
   */
  async confirmed(path: string, body: Record<string, unknown>): Promise<Reply<AnyData>> {
    const asked = await this.client.post<AnyData>(path, body)
    if (asked.status !== 412) throw new Error(`Nobody is asked: ${JSON.stringify(asked.body)}`)
    const id = String(asked.error.details!.requestId)
    await this.stores.write(
      `UPDATE step_up_requests SET status = 'approved', decided_at = NOW(6),
              decided_by = (SELECT id FROM builders WHERE email = ?) WHERE id = ?`,
      [OWNER, id]
    )
    const { token } = accepted(await this.client.get<AnyData>(`/api/v1/auth/step-up/${id}`))
    return Client.withToken(String(token), this.server.url).post<AnyData>(path, body)
  }

  async #begin(keys: readonly OperatorKey[]) {
    const { stores } = this
    const env = this.#env()
    await stores.takeTables()
    this.server = await ChildService.server({ ...env, ...this.#signersOf(keys, false) })
    this.worker = ChildService.worker({ ...env, ...this.#signersOf(keys, true) })
    const now = Math.floor(Date.now() / 1000)
    const claims = { aud: env.IDP_AUDIENCE, iat: now, exp: now + 60, email: OWNER }
    const guest = Client.anonymous(this.server.url)
    const signIn = { googleIdToken: await this.issuer.idToken(claims), orgName: 'Ann' }
    const { token } = accepted(await guest.post<AnyData>('/api/v1/auth/google', signIn))
    this.client = Client.withToken(String(token), this.server.url)
  }

  /** Servers learn the accounts and no place of a key. */
  #signersOf(keys: readonly OperatorKey[], signs: boolean): Record<string, string> {
    const names = ['OPERATOR_SIGNERS', 'SETTLER_SIGNERS', 'GUARDIAN_SIGNERS']
    const named = names.map((name, at) => {
      const place = signs ? `=web3signer:${this.signers[at]!.url}` : ''
      return [name, `${this.world.addressOf(keys[at]!)}${place}`]
    })
    return { OPERATOR_KEY: '', ...Object.fromEntries(named) }
  }

  #env(): Record<string, string> {
    const { stores, issuer, nodes, world } = this
    const urls = nodes.map((node) => `https://localhost:${(node.address() as AddressInfo).port}`)
    return {
      ...stores.env,
      NODE_ENV: 'production',
      APP_URL: 'https://ledger.example.com',
      CHAIN_RPC_URL: urls.join(','),
      CHAIN_ID: String(world.gateway.chainId),
      LIVE_TOKEN_ADDRESS: this.token.address,
      ADMIN_ADDRESS: this.safe.address,
      ATTEST_MINUTES: '1',
      NODE_EXTRA_CA_CERTS: stores.authority,
      IDP_ISSUER: issuer.url,
      IDP_AUDIENCE: 'service',
      IDP_JWKS_URL: `${issuer.url}/keys`,
      PLATFORM_ADMIN_EMAILS: OWNER,
      // The clock of the machine that runs the tests is not what is tested.
      PATH: join(stores.directory, 'tmp'),
      LOG_LEVEL: 'warn',
    }
  }
}
