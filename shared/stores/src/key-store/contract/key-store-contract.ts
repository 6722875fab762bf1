import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KeyDestroyed, type KeyStore } from '../key-store.ts'

/** Where keys are stored: a file, a server. It may hold other keys, and is reopened after its store was closed. */
export type KeyStorage = Readonly<{ open: () => KeyStore | Promise<KeyStore>; remove: () => Promise<void> }>

/** What every key store must do. Each adapter's test file calls this with storage of its own. */
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

    test('each person has a key of 32 bytes of their own', async () => {
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

    test('listeners are notified of each destroyed key, and of whose it was', async () => {
      const told: (string | undefined)[] = []
      keys.onDestroyed((person) => told.push(person))
      // Before the watch has begun, the notification names nobody.
      await keys.keyFor(ada)
      await keys.destroy(ada)
      await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(0)
      await keys.keyFor(bob)
      await keys.destroy(bob)
      await expect.poll(() => told, { timeout: 20_000 }).toContain(bob)
    })

    test('a person whose key was destroyed before it existed never gets one', async () => {
      await keys.destroy(ada)
      await expect(keys.keyFor(ada)).rejects.toThrow(KeyDestroyed)
    })
  })
}
