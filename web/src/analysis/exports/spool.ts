/** Where an archive is kept as it comes, until it is whole and can be handed over as a file. */
export type Spool = Readonly<{
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>
  /** All that was written. */
  whole: () => Promise<Blob>
  drop: () => Promise<void>
}>

const NAME = 'selvedge-export-'
/** The browser has copied a file by then. */
const COPIED_MS = 3_600_000
/** So much is handed to the browser at once: it keeps blobs elsewhere than in the page's memory. */
const PIECE = 8 * 2 ** 20

/** On the disk, in the page's own folder, where the browser has one; else with the browser itself, piece by piece. */
export const openSpool = (): Promise<Spool> => openOnDisk().catch(inBlobs)

async function openOnDisk(): Promise<Spool> {
  const folder = await navigator.storage.getDirectory()
  await removeCopied(folder)
  const name = NAME + crypto.randomUUID()
  const handle = await folder.getFileHandle(name, { create: true })
  const output = await handle.createWritable()
  return {
    write: (chunk) => output.write(chunk),
    async whole() {
      await output.close()
      return await handle.getFile()
    },
    async drop() {
      await output.abort().catch(() => {})
      await folder.removeEntry(name).catch(() => {})
    },
  }
}

/** Removes what browsers were handed before, where there is such a folder. Never fails. */
export async function removeHandedOver() {
  try {
    await removeCopied(await navigator.storage.getDirectory())
  } catch {
    // No folder: archives are with the browser, which removes them.
  }
}

/** Nobody is told when a browser has copied what it was handed: such files go when the page is opened, or the next one is made. */
async function removeCopied(folder: FileSystemDirectoryHandle) {
  for await (const [name, handle] of folder.entries()) {
    if (!name.startsWith(NAME) || handle.kind !== 'file') continue
    const { lastModified } = await (handle as FileSystemFileHandle).getFile()
    if (Date.now() - lastModified > COPIED_MS) await folder.removeEntry(name).catch(() => {})
  }
}

/** For browsers without such a folder. */
export function inBlobs(): Spool {
  let blob = new Blob([])
  let pending: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const hand = () => {
    blob = new Blob([blob, ...pending])
    pending = []
    bytes = 0
  }
  return {
    async write(chunk) {
      pending.push(chunk)
      bytes += chunk.length
      if (bytes >= PIECE) hand()
    },
    async whole() {
      hand()
      return blob
    },
    async drop() {
      blob = new Blob([])
      pending = []
    },
  }
}
