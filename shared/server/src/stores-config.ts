import { join } from 'node:path'

export type Stores = Readonly<{
  events: string
  keys: string
  readModels: string
  jobs: string
  snapshots: string
  /**
   * `memory:`: each process counts in its memory. `unlimited:`: limits are off. Any other value is the address of a server that the
   * processes share.
   */
  counters: string
}>

/** TABLE: for each store, the variable that names its server. */
export const storeVariables: Readonly<Record<keyof Stores, string>> = {
  events: 'EVENT_STORE_URL',
  keys: 'KEY_STORE_URL',
  readModels: 'READ_STORE_URL',
  jobs: 'JOB_QUEUE_URL',
  snapshots: 'SNAPSHOT_STORE_URL',
  counters: 'COUNTER_STORE_URL',
}

type Variables = Readonly<
  Record<
    'DATA_DIR' | 'EVENT_STORE_URL' | 'KEY_STORE_URL' | 'READ_STORE_URL' | 'JOB_QUEUE_URL' | 'SNAPSHOT_STORE_URL',
    string
  > & { RATE_LIMITS: boolean; COUNTER_STORE_URL?: string | undefined }
>

export function storesOf(data: Variables): Stores {
  const inDataFolder = (address: string, file: string) =>
    address === 'sqlite:' ? `sqlite:${join(data.DATA_DIR, file)}` : address
  return {
    events: inDataFolder(data.EVENT_STORE_URL, 'events.db'),
    keys: inDataFolder(data.KEY_STORE_URL, 'keys.db'),
    readModels: inDataFolder(data.READ_STORE_URL, 'read-models.db'),
    jobs: inDataFolder(data.JOB_QUEUE_URL, 'jobs.db'),
    snapshots: inDataFolder(data.SNAPSHOT_STORE_URL, 'snapshots.db'),
    counters: countersOf(data),
  }
}

/** By default, processes that share a Redis server for their jobs also count limits there. */
function countersOf({ RATE_LIMITS, COUNTER_STORE_URL, JOB_QUEUE_URL }: Variables): string {
  if (!RATE_LIMITS) return 'unlimited:'
  return COUNTER_STORE_URL ?? (JOB_QUEUE_URL.startsWith('redis') ? JOB_QUEUE_URL : 'memory:')
}
