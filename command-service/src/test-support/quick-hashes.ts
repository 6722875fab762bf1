import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
/** The least work that argon2id accepts: a two-hundredth of the shop's setting. */
const LEAST = { memory: 8, passes: 1 }

/*
 * Loaded before a shop in tests, because tests make hundreds of accounts. Tests of the real cost set PASSWORD_HASHES=real. It replaces the
 * function that the shop calls, only if NODE_ENV=test; the shop itself has no code or setting for it.
 */
if (process.env.NODE_ENV === 'test') {
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, process.env.PASSWORD_HASHES === 'real' ? parameters : { ...parameters, ...LEAST }, callback)
  syncBuiltinESMExports()
}
