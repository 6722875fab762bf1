import { attacks, networkAttacks } from './all-attacks.ts'
import type { Target } from './hostile-attack.ts'

/**
 * A hostile client as a process of its own, so that its work is not measured: `attacker.ts <name> <target as JSON>`. It says
 * that it is prepared, begins when it is told to, and ends with its parent. An attack imports what it alone needs when it
 * prepares, so that no other has to wait for it.
 */
const [name, target = '{}'] = process.argv.slice(2)
const attack = [...attacks, ...networkAttacks].find((one) => one.name === name)
if (!attack) throw new Error(`No attack is named ${name}`)

process.once('disconnect', () => process.exit())
// Whatever the shop does to it, a hostile client goes on.
process.on('uncaughtException', () => {}).on('unhandledRejection', () => {})
const act = await attack.prepare(JSON.parse(target) as Target)
process.once('message', () => void act())
process.send?.('prepared')
