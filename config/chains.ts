const USDC = 'USDC'
/** What leaves a new live pool above this within a day waits, and so does whatever would loosen that. */
const LIMITS = { safetyDelaySeconds: 24 * 3600, outflowCap: '10000.00' } as const
/** What credits or ends more than this, at once or within a day, is believed later, and once every node shows it. */
const LARGE = { usd: '100000.00', confirmations: 64, windowSeconds: 24 * 3600 } as const
/** Blocks until a block counts as final at the earliest, and nodes that have to be asked, on chains of value. */
const LIVE = {
  worth: 'value',
  symbol: USDC,
  confirmations: 12,
  finality: 'finalized',
  endpoints: 2,
  liveLimits: LIMITS,
  largeValue: LARGE,
} as const
/** What chains hold for tests is worth nothing; one node and a few blocks are enough. */
const TEST = {
  worth: 'test',
  symbol: USDC,
  confirmations: 3,
  finality: 'finalized',
  endpoints: 1,
  liveLimits: LIMITS,
  largeValue: null,
} as const

/**
 * The chains that custody knows, by chain id (`modules/custody/core/chain_registry.ts`). `LIVE_TOKEN_ADDRESS` names the token of live realms on a
 * chain that is not listed, or another one than is listed here.
 */
const chains = {
  1: {
    ...LIVE,
    name: 'Ethereum',
    liveToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    highestFeeGwei: 500,
  },
  10: {
    ...LIVE,
    name: 'OP Mainnet',
    liveToken: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    highestFeeGwei: 50,
  },
  137: {
    ...LIVE,
    name: 'Polygon PoS',
    liveToken: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    confirmations: 64,
    largeValue: { ...LARGE, confirmations: 256 },
    highestFeeGwei: 5_000,
  },
  8453: {
    ...LIVE,
    name: 'Base',
    liveToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    highestFeeGwei: 50,
  },
  42161: {
    ...LIVE,
    name: 'Arbitrum One',
    liveToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    highestFeeGwei: 50,
  },
  84532: {
    ...TEST,
    name: 'Base Sepolia',
    liveToken: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    highestFeeGwei: 500,
  },
  421614: {
    ...TEST,
    name: 'Arbitrum Sepolia',
    liveToken: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
    highestFeeGwei: 500,
  },
  11155111: {
    ...TEST,
    name: 'Sepolia',
    liveToken: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
    highestFeeGwei: 2_000,
  },
} as const

export default chains
