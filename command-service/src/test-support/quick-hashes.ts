import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
/** The least work that argon2id accepts. */
const LEAST = { memory: 8, passes: 1 }

/* Tests load this file before a shop, because they make hundreds of accounts. */
if (process.env.NODE_ENV === 'test') {
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, process.env.PASSWORD_HASHES === 'real' ? parameters : { ...parameters, ...LEAST }, callback)
  syncBuiltinESMExports()
}
