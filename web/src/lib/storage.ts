import { create } from 'zustand'
import { inBrowser } from './in-browser.ts'

/*
 * The browser's storage for the shop. A browser can refuse to store values (blocked site data, private modes, no space). Values then stay
 * in memory until the page is reloaded, and a note says so (storage-note.tsx). No other module uses the browser's storage.
 */

export const useStorage = create<{ isRefused: boolean }>(() => ({ isRefused: false }))

/** The values here survive closing the tab. */
export const lasting = storageOf(() => localStorage)
/** The values here survive a reload, and end with the tab. */
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
        // The stored value is out of date, so it is removed.
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

// Tries the storage before the first page is drawn. So a browser that refuses storage shows the note from the start.
if (inBrowser) {
  lasting.setItem('probe', '1')
  lasting.removeItem('probe')
}
