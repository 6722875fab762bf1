import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

export class Died extends Error {
  constructor() {
    super('The process died')
  }
}

type Parked = Readonly<{ life: number; place: string; go: () => void; die: (death: Died) => void }>

/**
 * Runs tasks in one thread, one at a time. Each call of `pass` stops its task with the probability `stops`. `step` lets a random
 * stopped task run to its next stop. `kill` ends all stopped tasks, as if the process died.
 */
export function createScheduler(random: () => number, stops: number) {
  const lives = new AsyncLocalStorage<number>()
  const parked: Parked[] = []
  const heldUp: Parked[] = []
  let life = 1
  let running = 0

  return {
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
      if (own === undefined) return Promise.resolve()
      if (own !== life) return Promise.reject(new Died())
      if (random() >= stops) return Promise.resolve()
      return new Promise((go, die) => parked.push({ life: own, place, go, die }))
    },

    async step(): Promise<string | undefined> {
      const [next] = parked.splice(Math.floor(random() * parked.length), 1)
      next?.go()
      await nextTurn()
      return next?.place
    },

    /** Keeps one task where it has stopped, as if its process or the network paused. */
    holdUp() {
      heldUp.push(...parked.splice(Math.floor(random() * parked.length), 1))
    },
    releaseHeldUp() {
      parked.push(...heldUp.splice(0))
    },

    async kill() {
      life += 1
      for (const { die } of [...parked.splice(0), ...heldUp.splice(0)]) die(new Died())
      await nextTurn()
    },

    /** The number of tasks that can continue. */
    waiting: () => parked.length,
    running: () => running - heldUp.length,
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
