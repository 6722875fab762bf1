import { create } from 'zustand'
import { inBrowser } from './in-browser.ts'

/*
 * If a browser refuses to store a value, the value stays in memory until a reload, and storage-note.tsx shows a note. No other module uses
 * `localStorage` or `sessionStorage`.
 */

export const useStorage = create<{ isRefused: boolean }>(() => ({ isRefused: false }))

export const lasting = storageOf(() => localStorage)
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
        // An earlier stored value is out of date.
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

// Tries the storage early, so that the note about refused storage is there from the start.
if (inBrowser) {
  lasting.setItem('probe', '1')
  lasting.removeItem('probe')
}
