import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
/** The least work that argon2id accepts: a two-hundredth of the work that the shop's setting needs. */
const LEAST = { memory: 8, passes: 1 }

/*
 * Tests load this file before a shop, because they make hundreds of accounts. Tests of the real cost set PASSWORD_HASHES=real. The file
 * replaces the function that the shop calls, but only if NODE_ENV=test.
 */
if (process.env.NODE_ENV === 'test') {
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, process.env.PASSWORD_HASHES === 'real' ? parameters : { ...parameters, ...LEAST }, callback)
  syncBuiltinESMExports()
}
