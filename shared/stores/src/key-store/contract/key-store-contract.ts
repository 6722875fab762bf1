import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KeyDamaged, KeyDestroyed, type KeyStore } from '../key-store.ts'

/** The storage may contain other keys. A test can close its store and open it again. */
export type KeyStorage = Readonly<{
  open: () => KeyStore | Promise<KeyStore>
  /** Overwrites a stored key, bypassing the store. */
  damage: (personId: string, key: Buffer) => Promise<void>
  /** Removes the checksums and the noted log, which earlier versions of the shop did not store. */
  makeOld: () => Promise<void>
  remove: () => Promise<void>
}>

export function keyStoreContract(name: string, newStorage: () => Promise<KeyStorage>) {
  describe(`${name} as a key store`, () => {
    let storage: KeyStorage
    let keys: KeyStore
    let ada: string
    let bob: string
    beforeAll(async () => {
      storage = await newStorage()
      keys = await storage.open()
    })
    beforeEach(() => {
      ada = `ada-${crypto.randomUUID()}`
      bob = `bob-${crypto.randomUUID()}`
    })
    afterAll(async () => {
      await keys.close()
      await storage.remove()
    })
    const reopen = async () => {
      await keys.close()
      keys = await storage.open()
    }

    test('each person has their own key of 32 bytes', async () => {
      const key = await keys.keyFor(ada)
      expect(key).toHaveLength(32)
      expect(await keys.keyFor(ada)).toEqual(key)
      expect(await keys.keyFor(bob)).not.toEqual(key)
    })

    test('concurrent requests for a key create it once', async () => {
      const made = await Promise.all(Array.from({ length: 20 }, () => keys.keyFor(ada)))
      expect(new Set(made.map((key) => key.toString('hex'))).size).toBe(1)
    })

    test('a key survives reopening', async () => {
      const key = await keys.keyFor(ada)
      await reopen()
      expect(await keys.keyFor(ada)).toEqual(key)
    })

    test('only existing keys are returned', async () => {
      const key = await keys.keyFor(ada)
      expect(await keys.keysOf([ada, bob, ada])).toEqual(new Map([[ada, key]]))
      expect(await keys.keysOf([])).toEqual(new Map())
      expect(await keys.keysOf([bob])).toEqual(new Map())
    })

    test('a destroyed key stays destroyed, also after reopening', async () => {
      await keys.keyFor(ada)
      const other = await keys.keyFor(bob)
      await keys.destroy(ada)
      await keys.destroy(ada)
      await reopen()
      expect(await keys.keysOf([ada, bob])).toEqual(new Map([[bob, other]]))
      await expect(keys.keyFor(ada)).rejects.toThrow(KeyDestroyed)
    })

    test('listeners learn of each destroyed key and of its person', async () => {
      const destroyed: (string | undefined)[] = []
      keys.onDestroyed((person) => destroyed.push(person))
      // A store that has just begun to watch for destroyed keys may notify without a person.
      await keys.keyFor(ada)
      await keys.destroy(ada)
      await expect.poll(() => destroyed.length).toBeGreaterThan(0)
      await keys.keyFor(bob)
      await keys.destroy(bob)
      await expect.poll(() => destroyed).toContain(bob)
    })

    test('a person whose key is destroyed before its creation never gets a key', async () => {
      await keys.destroy(ada)
      await expect(keys.keyFor(ada)).rejects.toThrow(KeyDestroyed)
    })

    const flipped = (key: Buffer) => Buffer.from(key.map((byte, index) => (index === 7 ? byte ^ 1 : byte)))
    const faulty = async () => {
      const all = await Array.fromAsync(keys.faulty())
      return all.filter(({ person }) => person === ada || person === bob)
    }

    test('a damaged key is never returned, its person is listed as faulty, and other people are not affected', async () => {
      const [key, other] = [await keys.keyFor(ada), await keys.keyFor(bob)]
      await storage.damage(ada, flipped(key))
      expect(await keys.keysOf([ada, bob])).toEqual(new Map([[bob, other]]))
      await expect(keys.keyFor(ada)).rejects.toThrow(KeyDamaged)
      expect(await keys.standings([ada, bob])).toEqual(new Map(Object.entries({ [ada]: 'damaged', [bob]: 'sound' })))
      expect(await faulty()).toEqual([{ person: ada, standing: 'damaged' }])
      expect(await keys.restore(ada, key)).toBe(true)
      expect(await keys.keyFor(ada)).toEqual(key)
      expect(await faulty()).toEqual([])
    })

    test('keys of an earlier version get their checksums at the next start', async () => {
      const key = await keys.keyFor(ada)
      await storage.makeOld()
      await reopen()
      expect(await keys.keyFor(ada)).toEqual(key)
      await storage.damage(ada, flipped(key))
      expect(await keys.standings([ada])).toEqual(new Map([[ada, 'damaged']]))
    })

    test('a lost key is not replaced by a new key, and can be restored or destroyed; a sound key cannot become lost', async () => {
      const sound = await keys.keyFor(bob)
      await keys.lose([ada, bob])
      await expect(keys.keyFor(ada)).rejects.toThrow(KeyDestroyed)
      expect(await keys.keysOf([ada, bob])).toEqual(new Map([[bob, sound]]))
      expect(await faulty()).toEqual([{ person: ada, standing: 'lost' }])
      const key = Buffer.alloc(32, 7)
      expect(await keys.restore(ada, key)).toBe(true)
      expect(await keys.keyFor(ada)).toEqual(key)
      expect(await faulty()).toEqual([])
      const other = `${ada}-other`
      await keys.lose([other])
      await keys.destroy(other)
      expect(await keys.standings([other])).toEqual(new Map([[other, 'destroyed']]))
      expect(await keys.restore(other, key)).toBe(false)
    })

    test('a key that is recorded as unable to open anything counts as damaged', async () => {
      const [key, other] = [await keys.keyFor(ada), await keys.keyFor(bob)]
      await keys.distrust([ada, `${ada}-unknown`])
      expect(await keys.keysOf([ada, bob])).toEqual(new Map([[bob, other]]))
      expect(await faulty()).toEqual([{ person: ada, standing: 'damaged' }])
      expect(await keys.restore(ada, key)).toBe(true)
      expect(await faulty()).toEqual([])
    })

    test('a key of another store never replaces a sound or a destroyed key', async () => {
      const key = Buffer.alloc(32, 9)
      expect(await keys.restore(ada, key)).toBe(true)
      expect(await keys.restore(ada, key)).toBe(true)
      expect(await keys.restore(ada, Buffer.alloc(32, 8))).toBe(false)
      expect(await keys.keyFor(ada)).toEqual(key)
      await keys.destroy(bob)
      expect(await keys.restore(bob, key)).toBe(false)
    })

    test("it remembers its log and the log's newest known event, which never moves back", async () => {
      await storage.makeOld()
      expect(await keys.belonging()).toBeUndefined()
      const first = { id: 'keys', log: 'log', newest: undefined, excused: '' }
      await keys.belong(first)
      expect(await keys.belonging()).toEqual(first)
      const at = (position: string) => ({ position, stream: 'cart-1', version: 2, event: `event at ${position}` })
      await keys.note(at('log.2'))
      await keys.note(at('log.1'))
      await reopen()
      expect(await keys.belonging()).toEqual({ ...first, newest: at('log.2') })
      const shorter = { id: 'keys', log: 'log', newest: at('log.1'), excused: 'log.2' }
      await keys.belong({ ...shorter, id: 'other keys' })
      expect(await keys.belonging()).toEqual(shorter)
    })
  })
}
