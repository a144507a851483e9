import { Env } from '@adonisjs/core/env'
import { readSetting } from '#app/preflight/broken_settings'

/** The beginning of the validators' messages. */
const NAMING = /^(Value for environment variable )?"\w+" (env variable )?/

type Read<T> = (name: string, value?: string) => T

/** A wrong optional setting is reported with all other findings before a start. */
function told<T>(read: Read<T>): Read<T | undefined> {
  return (name, value) =>
    readSetting(() => {
      try {
        return read(name, value)
      } catch (error) {
        const problem = (error as Error).message.replace(NAMING, '')
        throw new Error(`${name} ${problem}`, { cause: error })
      }
    }, undefined)
}

/**
 * Every setting that the service reads, validated before anything boots. The launcher supplies
 * those marked "embedded" when they are not configured.
 */
export default await Env.create(new URL('../', import.meta.url), {
  NODE_ENV: Env.schema.enum(['development', 'production', 'test'] as const),
  HOST: Env.schema.string({ format: 'host' }),
  PORT: Env.schema.number(),
  APP_URL: Env.schema.string({ format: 'url', tld: false }),
  /** 32 random characters or more; encrypts stored token keys. Embedded. */
  APP_KEY: Env.schema.secret(),
  LOG_LEVEL: Env.schema.enum.optional([
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
    'trace',
    'silent',
  ] as const),

  /** MySQL protocol. Embedded. */
  DB_HOST: Env.schema.string({ format: 'host' }),
  DB_PORT: Env.schema.number(),
  DB_USER: Env.schema.string(),
  DB_PASSWORD: Env.schema.string.optional(),
  DB_DATABASE: Env.schema.string(),
  DB_POOL_MAX: told(Env.schema.number.optional()),
  /**
   * Encrypts the connection to the database, and checks its certificate, which must name DB_HOST.
   */
  DB_TLS: Env.schema.boolean.optional(),
  /** PEM file of the authority that signed the certificate. Default: the public authorities. */
  DB_CA_FILE: Env.schema.string.optional(),
  /** The user that owns the tables and runs the migrations. Default: DB_USER. Embedded. */
  DB_MIGRATION_USER: Env.schema.string.optional(),
  DB_MIGRATION_PASSWORD: Env.schema.string.optional(),
  /** Where the binary log is copied to, or `confirmed`. Required in production. */
  BINLOG_BACKUP: Env.schema.string.optional(),

  /** One of REDIS_HOST, REDIS_NODES and REDIS_SENTINELS is required. Embedded. */
  REDIS_HOST: Env.schema.string.optional({ format: 'host' }),
  REDIS_PORT: told(Env.schema.number.optional()),
  /** Some nodes of a Redis Cluster, `host:port,host:port`; they name the others. */
  REDIS_NODES: Env.schema.string.optional(),
  /** Sentinels, written like REDIS_NODES, and the name of the master that they watch. */
  REDIS_SENTINELS: Env.schema.string.optional(),
  REDIS_SENTINEL_NAME: Env.schema.string.optional(),
  REDIS_SENTINEL_PASSWORD: Env.schema.string.optional(),
  REDIS_PASSWORD: Env.schema.string.optional(),
  /** Like DB_TLS and DB_CA_FILE. */
  REDIS_TLS: Env.schema.boolean.optional(),
  REDIS_CA_FILE: Env.schema.string.optional(),
  /** Prefix of every queue key, hash-tagged for Redis Cluster. Default `{svc}`. */
  QUEUE_PREFIX: Env.schema.string.optional(),

  /** EVM chain. Without CHAIN_RPC_URL custody reports `configured: false`. Embedded. */
  CHAIN_RPC_URL: Env.schema.string.optional(),
  CHAIN_ID: told(Env.schema.number.optional()),
  CONFIRMATIONS: told(Env.schema.number.optional()),
  /** The token of live realms, where config/chains.ts lists none or another one. */
  LIVE_TOKEN_ADDRESS: Env.schema.string.optional(),
  /** How old the newest attestation of what a realm owes may become; 0 attests nothing. Default 1440. */
  ATTEST_MINUTES: told(Env.schema.number.optional()),
  OPERATOR_KEY: Env.schema.string.optional(),
  OPERATOR_KEY_FILE: Env.schema.string.optional(),
  /**
   * The accounts of operators, `address` or `address=place` with commas between them; a place is file:PATH,
   * web3signer:URL or kms:KEY. Servers are given addresses alone.
   */
  OPERATOR_SIGNERS: Env.schema.string.optional(),
  /** Accounts that settle, written like OPERATOR_SIGNERS. Default: operators do. Needed for live realms in production. */
  SETTLER_SIGNERS: Env.schema.string.optional(),
  /** Accounts that halt pools, written like OPERATOR_SIGNERS. Default: operators halt them. */
  GUARDIAN_SIGNERS: Env.schema.string.optional(),
  /** The admin of live pools, a Safe. Needed for live realms in production. */
  ADMIN_ADDRESS: Env.schema.string.optional(),

  /** Identity provider of builders. Default outside production: the development provider. */
  IDP_ISSUER: told(Env.schema.string.optional({ format: 'url', tld: false })),
  IDP_AUDIENCE: Env.schema.string.optional(),
  IDP_JWKS_URL: told(Env.schema.string.optional({ format: 'url', tld: false })),
  IDP_CLIENT_SECRET: Env.schema.string.optional(),
  /**
   * Lets the development provider run where others can reach it, though anybody can sign in there
   * as anybody.
   */
  DEV_IDENTITY_EXPOSED: told(Env.schema.boolean.optional()),
  /** E-mail addresses, separated by commas. */
  PLATFORM_ADMIN_EMAILS: Env.schema.string.optional(),
  /** Realms whose changes must be signed. Default: none. */
  REQUIRE_SIGNATURES: told(Env.schema.enum.optional(['production'] as const)),
  /** Days the credential audit log is kept. Default 365. */
  AUDIT_RETENTION_DAYS: told(Env.schema.number.optional()),
  /**
   * Requests a second of one credential; 0 is off. Default in production: 200, and bursts of 400.
   */
  RATE_LIMIT_PER_SECOND: told(Env.schema.number.optional()),
  RATE_LIMIT_BURST: told(Env.schema.number.optional()),
  /** Sign-ins a minute of one address; 0 is off. Default: 30 in production, else 600. */
  RATE_LIMIT_SIGN_IN_PER_MINUTE: told(Env.schema.number.optional()),
  /**
   * Refused credentials a minute of one address; 0 is off. Default: 60 in production, else 3000.
   */
  RATE_LIMIT_FAILURES_PER_MINUTE: told(Env.schema.number.optional()),
  /** Proxies whose X-Forwarded-For is trusted. Default: none. */
  TRUSTED_PROXIES: Env.schema.string.optional(),
  /**
   * 32 characters or more: opens /metrics and the details of /health/ready. Default: see
   * docs/operating.md.
   */
  METRICS_TOKEN: Env.schema.string.optional(),
  /** Where a worker answers /health/live, /health/ready and /metrics. Default: nowhere. Embedded. */
  WORKER_PORT: told(Env.schema.number.optional()),
  /** Server processes that share PORT. Default 1. */
  SERVERS: told(Env.schema.number.optional()),
  /**
   * Where a server answers /health/live, /health/ready and /metrics about itself; with SERVERS the
   * first of them, and each next one at the next port. Default: nowhere. Needed with several SERVERS.
   */
  PROBE_PORT: told(Env.schema.number.optional()),
  /** Collector of OpenTelemetry (OTLP over HTTP) that traces are sent to. Default: none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: told(Env.schema.string.optional({ format: 'url', tld: false })),
  /** The whole address for traces alone, instead. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: told(
    Env.schema.string.optional({ format: 'url', tld: false })
  ),
  /** What the collector asks for, as `name=value` with commas between. */
  OTEL_EXPORTER_OTLP_HEADERS: Env.schema.string.optional(),
  /** Default `ledger-custody-service`. */
  OTEL_SERVICE_NAME: Env.schema.string.optional(),
  /** Which traces are kept. Default `parentbased_always_on`. */
  OTEL_TRACES_SAMPLER: told(
    Env.schema.enum.optional([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ] as const)
  ),
  /** The share of traces that is kept, for samplers by ratio: 0.05 for a twentieth. */
  OTEL_TRACES_SAMPLER_ARG: told(Env.schema.number.optional()),
  /** `true` sends no traces. */
  OTEL_SDK_DISABLED: told(Env.schema.boolean.optional()),
  /** Browser origins that are allowed, separated by commas. Default: none. */
  CORS_ORIGINS: Env.schema.string.optional(),

  /**
   * The only application schemes of return URLs, separated by commas. Default: any application's
   * own.
   */
  RETURN_URL_SCHEMES: Env.schema.string.optional(),

  /** Set by the launcher: the services that it runs itself. Refused in production. */
  EMBEDDED_SERVICES: Env.schema.string.optional(),

  /** For tests only: where this process is to fail; see app/failpoints/failpoint.ts. */
  FAILPOINT: Env.schema.string.optional(),

  /**
   * Seed of the shared simulated price feed. Default: drawn when the feed first opens, and kept.
   */
  VENUE_FEED_SEED: Env.schema.string.optional(),
  /** Address of the live venue's API. Default: none, and production realms trade nothing. */
  VENUE_LIVE_URL: told(Env.schema.string.optional({ format: 'url', tld: false })),
  VENUE_LIVE_TESTNET: told(Env.schema.boolean.optional()),
  /** Needed with VENUE_LIVE_URL: 32 random characters or more; seals the keys of accounts. */
  VENUE_KEY_SECRET: Env.schema.string.optional(),
  /** Needed with VENUE_LIVE_URL: key of the account that funds others, 32 bytes in hexadecimal. */
  VENUE_MASTER_KEY: Env.schema.string.optional(),
  /** USD that a new account is funded with. Default 6. */
  VENUE_FUNDING_USD: Env.schema.string.optional(),
  /**
   * The address that gets application fees at the live venue. Default: none, and no fees are asked
   * for.
   */
  VENUE_BUILDER_ADDRESS: Env.schema.string.optional(),
})
