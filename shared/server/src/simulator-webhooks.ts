import { createHmac, createPrivateKey } from 'node:crypto'

/** STORAGE FORMAT (RFC 8410): the prefix of the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The webhook's id at the simulator, and the name on its certificate. */
const SIMULATOR_WEBHOOK = { id: 'SIMULATEDWEBHOOK', name: 'webhooks.simulator.invalid' } as const

/**
 * What the shop needs to verify the simulator's webhooks. Their certificate is issued with a key derived from the secret that both share,
 * so no file need be passed around. Real payments never trust it.
 */
export const simulatorWebhooks = (clientSecret: string) => ({
  ...SIMULATOR_WEBHOOK,
  authority: createPrivateKey({
    key: Buffer.concat([PKCS8_OF_ED25519, createHmac('sha256', clientSecret).update('webhook authority').digest()]),
    format: 'der',
    type: 'pkcs8',
  }),
})
