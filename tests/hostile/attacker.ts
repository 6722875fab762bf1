import { attacks, networkAttacks } from './all-attacks.ts'
import type { Target } from './hostile-attack.ts'

/**
 * `attacker.ts <name> <target as JSON>` is a hostile client in a separate process, so that its own work is not measured. It reports when it
 * has prepared the attack, begins the attack when it gets a message, and ends with its parent. Each attack imports its modules while it
 * prepares, so that no attack waits for the modules of other attacks.
 */
const [name, target = '{}'] = process.argv.slice(2)
const attack = [...attacks, ...networkAttacks].find((one) => one.name === name)
if (!attack) throw new Error(`No attack is named ${name}`)

process.once('disconnect', () => process.exit())
// The hostile client continues after any error.
process.on('uncaughtException', () => {}).on('unhandledRejection', () => {})
const act = await attack.prepare(JSON.parse(target) as Target)
process.once('message', () => void act())
process.send?.('prepared')
