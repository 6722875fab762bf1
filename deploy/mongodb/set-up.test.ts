import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync('deploy/mongodb/set-up.js', 'utf8')
const USERS = [{ user: 'keys', password: 'its-password', database: 'keys' }]
const SECRETS: Readonly<Record<string, string>> = {
  'mongodb-root-password': 'phrase',
  'mongodb-users': JSON.stringify(USERS),
}

type Config = Readonly<{ version: number; members: readonly Readonly<{ _id: number; host: string }>[] }>
type Command = Readonly<{ replSetInitiate?: Omit<Config, 'version'>; replSetReconfig?: Config }>

/** A replica set that behaves as MongoDB does. Only its primary accepts changes. */
function replicaSet(users: readonly string[], hosts: readonly string[], primary?: string) {
  const members = hosts.map((host, _id) => ({ _id, host }))
  let config: Config | undefined = hosts.length > 0 ? { version: 1, members } : undefined
  const known = new Set(users)

  function adminOn(host: string) {
    const requirePrimary = () => {
      if (host !== primary) throw new Error('not primary')
    }
    return {
      auth(name: string) {
        if (!known.has(name)) throw new Error('Authentication failed.')
      },
      getUser: (name: string) => (known.has(name) ? { user: name } : null),
      createUser({ user }: { user: string }) {
        requirePrimary()
        known.add(user)
      },
      runCommand({ replSetInitiate, replSetReconfig }: Command) {
        if (replSetInitiate) {
          config = { ...replSetInitiate, version: 1 }
          primary = host
        } else if (replSetReconfig) {
          requirePrimary()
          if (replSetReconfig.version !== config!.version + 1) throw new Error('wrong version')
          if (replSetReconfig.members.length !== config!.members.length + 1) throw new Error('one at a time')
          config = replSetReconfig
        }
        return { config }
      },
    }
  }

  /** Runs the health check on mongo-1. Returns its exit code. */
  function check(names: string): number {
    const here = 'mongo-1:27017'
    const hello = () =>
      config ? { ...(primary && { primary }), isWritablePrimary: primary === here } : { isreplicaset: true }
    const quit = (code: number) => {
      throw Object.assign(new Error('quit'), { code })
    }
    try {
      runInNewContext(script, {
        require: () => ({ readFileSync: (file: string) => SECRETS[file.replace('/run/secrets/', '')] }),
        process: { env: { MEMBERS: names } },
        db: { hello, getSiblingDB: () => adminOn(here) },
        connect: (url: string) => adminOn(/^mongodb:\/\/root:phrase@(.+)\/admin$/.exec(url)?.[1] ?? ''),
        quit,
        print: () => {},
      })
      return 0
    } catch (error) {
      return (error as { code?: number }).code ?? 1
    }
  }

  const state = () => ({
    users: [...known],
    hosts: config?.members.map(({ host }) => host.replace(':27017', '')) ?? [],
  })
  return { check, state }
}

const THREE = 'mongo-1,mongo-2,mongo-3'

test('a new server becomes a set of its own, then gets its users, and only then the other members', () => {
  const { check, state } = replicaSet([], [])
  expect(check(THREE)).toBe(1)
  expect(state()).toEqual({ users: [], hosts: ['mongo-1'] })
  expect(check(THREE)).toBe(0)
  expect(state()).toEqual({ users: ['root', 'keys'], hosts: ['mongo-1', 'mongo-2', 'mongo-3'] })
})

test('a server that has data gets the members that the set does not have', () => {
  const { check, state } = replicaSet(['root', 'keys'], ['mongo-1:27017'], 'mongo-1:27017')
  expect(check('mongo-1')).toBe(0)
  expect(check(THREE)).toBe(0)
  expect(state().hosts).toEqual(['mongo-1', 'mongo-2', 'mongo-3'])
})

test('if another server is the primary, it gets the missing users and members', () => {
  const { check, state } = replicaSet(['root'], ['mongo-1:27017', 'mongo-2:27017'], 'mongo-2:27017')
  expect(check(THREE)).toBe(0)
  expect(state()).toEqual({ users: ['root', 'keys'], hosts: ['mongo-1', 'mongo-2', 'mongo-3'] })
})

test('a start that was interrupted before the users were created is completed', () => {
  const { check, state } = replicaSet([], ['mongo-1:27017'], 'mongo-1:27017')
  expect(check('mongo-1')).toBe(0)
  expect(state().users).toEqual(['root', 'keys'])
})

test('without a primary the server is not healthy, and nothing changes', () => {
  const { check, state } = replicaSet(['root'], ['mongo-1:27017', 'mongo-2:27017'])
  expect(check(THREE)).toBe(1)
  expect(state()).toEqual({ users: ['root'], hosts: ['mongo-1', 'mongo-2'] })
})
