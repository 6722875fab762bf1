import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The process that was doing this has died. */
export class Died extends Error {
  constructor() {
    super('The process died')
  }
}

type Parked = Readonly<{ life: number; place: string; go: () => void; die: (death: Died) => void }>

/**
 * Runs tasks in one thread, one of them at a time: each stops wherever it calls `pass`, and `step` lets one that is chosen go on to
 * its next stop: at a share of these places, `stops`, it does stop. `kill` ends all of them there, as when the process dies.
 */
export function createScheduler(random: () => number, stops: number) {
  const lives = new AsyncLocalStorage<number>()
  const parked: Parked[] = []
  const heldUp: Parked[] = []
  let life = 1
  let running = 0

  return {
    /** Begins a task; what it throws is told, and concerns nobody else. */
    async begin(task: () => Promise<unknown>, onEnd: (error?: unknown) => void = () => {}) {
      running += 1
      void lives
        .run(life, task)
        .then(() => onEnd(), onEnd)
        .finally(() => {
          running -= 1
        })
      await nextTurn()
    },

    pass(place: string): Promise<void> {
      const own = lives.getStore()
      // What the test itself does is not scheduled.
      if (own === undefined) return Promise.resolve()
      if (own !== life) return Promise.reject(new Died())
      if (random() >= stops) return Promise.resolve()
      return new Promise((go, die) => parked.push({ life: own, place, go, die }))
    },

    /** Lets one task go on; returns where it stood. */
    async step(): Promise<string | undefined> {
      const [next] = parked.splice(Math.floor(random() * parked.length), 1)
      next?.go()
      await nextTurn()
      return next?.place
    },

    /** One task stays where it stands, while others and the clock go on, as after a pause of its process or of the network. */
    holdUp() {
      heldUp.push(...parked.splice(Math.floor(random() * parked.length), 1))
    },
    /** All that were held up can go on. */
    letGo() {
      parked.push(...heldUp.splice(0))
    },

    async kill() {
      life += 1
      for (const { die } of [...parked.splice(0), ...heldUp.splice(0)]) die(new Died())
      await nextTurn()
    },

    /** Tasks that can go on. */
    waiting: () => parked.length,
    /** Tasks that have begun and not ended, but those that are held up. */
    running: () => running - heldUp.length,
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
