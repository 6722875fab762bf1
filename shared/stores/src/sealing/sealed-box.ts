import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

/** STORAGE FORMAT, AES-256-GCM: nonce, ciphertext and tag in one base64url text. Never change it. */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `context` is authenticated but not encrypted. A box opens only with the same context. */
export function sealBox(key: Buffer, value: unknown, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, createSecretKey(key), nonce).setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64url')
}

/** Throws if the box was changed, or sealed with another key or context. Node is faster with a key object than with a Buffer. */
export function openBox(key: Buffer, box: string, context: string): unknown {
  const bytes = Buffer.from(box, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, createSecretKey(key), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
  return JSON.parse(Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString())
}
