import { create } from 'zustand'
import { inBrowser } from './in-browser.ts'

/*
 * What the browser keeps for the shop. A browser may refuse it (blocked site data, private modes, no room): a value then stays in
 * memory until the page is loaded again, and a note says so (storage-note.tsx). No other module names the browser's storage.
 */

export const useStorage = create<{ isRefused: boolean }>(() => ({ isRefused: false }))

/** Outlives the tab. */
export const lasting = storageOf(() => localStorage)
/** Outlives a reload, and ends with the tab. */
export const ofTab = storageOf(() => sessionStorage)

function storageOf(opened: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const inMemory = new Map<string, string>()
  return {
    getItem: (key) => inMemory.get(key) ?? orElse(() => opened().getItem(key), null),

    setItem(key, value) {
      inMemory.delete(key)
      try {
        opened().setItem(key, value)
      } catch {
        // What was there before is not the value any more.
        this.removeItem(key)
        inMemory.set(key, value)
        useStorage.setState({ isRefused: true })
      }
    },

    removeItem(key) {
      inMemory.delete(key)
      orElse(() => opened().removeItem(key), undefined)
    },
  }
}

function orElse<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}

// Before the first page is drawn: a browser that refuses everything says so at once.
if (inBrowser) {
  lasting.setItem('probe', '1')
  lasting.removeItem('probe')
}
