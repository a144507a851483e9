import chains from './chains.ts'
import env from '#start/env'
import { Secret } from '@adonisjs/core/helpers'

const operatorKey = env.get('OPERATOR_KEY')

/** Raw settings; `modules/custody/settings.ts` checks what they mean together. */
const custodyConfig = {
  production: env.get('NODE_ENV') === 'production',
  /** One URL, or several with commas between. When empty, custody is not configured. */
  rpcUrl: env.get('CHAIN_RPC_URL', ''),
  chainId: env.get('CHAIN_ID'),
  confirmations: env.get('CONFIRMATIONS'),
  chains,
  liveToken: env.get('LIVE_TOKEN_ADDRESS', ''),
  operatorKey: operatorKey ? new Secret(operatorKey) : undefined,
  operatorKeyFile: env.get('OPERATOR_KEY_FILE'),
  operatorSigners: env.get('OPERATOR_SIGNERS', ''),
  settlerSigners: env.get('SETTLER_SIGNERS', ''),
  guardianSigners: env.get('GUARDIAN_SIGNERS', ''),
  adminAddress: env.get('ADMIN_ADDRESS', ''),
  orderSecret: env.get('APP_KEY'),
  attestMinutes: env.get('ATTEST_MINUTES'),
  /** Base address of this service, for the address of the development pass-through. */
  appUrl: env.get('APP_URL'),
}

export default custodyConfig
