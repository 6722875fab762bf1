/** Stores an archive during its download, until it is complete and can be saved as a file. */
export type Spool = Readonly<{
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>
  /** The complete archive. */
  whole: () => Promise<Blob>
  drop: () => Promise<void>
}>

const NAME = 'selvedge-export-'
/** After this time, the page assumes that the browser has saved the file. */
const COPIED_MS = 3_600_000
/** After this many bytes, the received chunks are added to the blob. The browser stores blobs outside the page's memory. */
const PIECE = 8 * 2 ** 20

/** Stores the archive in the page's own folder on the disk. If the browser offers no folder, stores it in a blob. */
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

/** Removes archives that the browser has already saved, if the page has a folder on the disk. Never fails. */
export async function removeSaved() {
  try {
    await removeCopied(await navigator.storage.getDirectory())
  } catch {
    // Without a folder, the browser holds the archives and removes them.
  }
}

/** Removes old files when the page is opened or the next export begins, because a browser does not report when it has saved a file. */
async function removeCopied(folder: FileSystemDirectoryHandle) {
  for await (const [name, handle] of folder.entries()) {
    if (!name.startsWith(NAME) || handle.kind !== 'file') continue
    const { lastModified } = await (handle as FileSystemFileHandle).getFile()
    if (Date.now() - lastModified > COPIED_MS) await folder.removeEntry(name).catch(() => {})
  }
}

/** Stores the archive in a blob, for browsers that give the page no folder on the disk. */
export function inBlobs(): Spool {
  let blob = new Blob([])
  let pending: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const flush = () => {
    blob = new Blob([blob, ...pending])
    pending = []
    bytes = 0
  }
  return {
    async write(chunk) {
      pending.push(chunk)
      bytes += chunk.length
      if (bytes >= PIECE) flush()
    },
    async whole() {
      flush()
      return blob
    },
    async drop() {
      blob = new Blob([])
      pending = []
    },
  }
}
