import { createHmac, createPrivateKey } from 'node:crypto'

/** STORAGE FORMAT (RFC 8410): in PKCS #8, this prefix comes before the 32 bytes of an Ed25519 key. */
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

const SIMULATOR_WEBHOOK = { id: 'SIMULATEDWEBHOOK', name: 'webhooks.simulator.invalid' } as const

/**
 * The settings for verifying the simulator's webhooks. The key that issues the simulator's certificates is derived from the
 * secret that the shop and the simulator share. Such certificates are never trusted for real payments.
 */
export const simulatorWebhooks = (clientSecret: string) => ({
  ...SIMULATOR_WEBHOOK,
  authority: createPrivateKey({
    key: Buffer.concat([PKCS8_OF_ED25519, createHmac('sha256', clientSecret).update('webhook authority').digest()]),
    format: 'der',
    type: 'pkcs8',
  }),
})
