import { attacks, networkAttacks } from './all-attacks.ts'
import type { Target } from './hostile-attack.ts'

/**
 * A hostile client in a separate process, so that its work is not measured: `attacker.ts <name> <target as JSON>`. It reports when it is
 * prepared, starts when it gets a message, and ends with its parent. An attack imports its own modules while it prepares, so that no attack
 * waits for the modules of other attacks.
 */
const [name, target = '{}'] = process.argv.slice(2)
const attack = [...attacks, ...networkAttacks].find((one) => one.name === name)
if (!attack) throw new Error(`No attack is named ${name}`)

process.once('disconnect', () => process.exit())
// The hostile client continues after any answer or error of the shop.
process.on('uncaughtException', () => {}).on('unhandledRejection', () => {})
const act = await attack.prepare(JSON.parse(target) as Target)
process.once('message', () => void act())
process.send?.('prepared')
