/** Stores an archive until its download is complete. */
export type Spool = Readonly<{
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>
  whole: () => Promise<Blob>
  drop: () => Promise<void>
}>

const NAME = 'selvedge-export-'
/** After this time, a file counts as saved by the browser. */
const COPIED_MS = 3_600_000
/** Chunks of this many bytes move into the blob, which the browser stores outside the page's memory. */
const PIECE = 8 * 2 ** 20

/** Stores the archive on the disk, in the page's own folder. Without a folder, stores it in a blob. */
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

/** Removes archives that the browser has already saved. Never fails. */
export async function removeSaved() {
  try {
    await removeCopied(await navigator.storage.getDirectory())
  } catch {
    // Without a folder, there are no archives on the disk.
  }
}

/** Removes old files, because a browser does not report when it has saved a file. */
async function removeCopied(folder: FileSystemDirectoryHandle) {
  for await (const [name, handle] of folder.entries()) {
    if (!name.startsWith(NAME) || handle.kind !== 'file') continue
    const { lastModified } = await (handle as FileSystemFileHandle).getFile()
    if (Date.now() - lastModified > COPIED_MS) await folder.removeEntry(name).catch(() => {})
  }
}

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
