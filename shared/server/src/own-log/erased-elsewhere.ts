import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Erased = z.object({ erased: z.array(z.string()) })

/**
 * The people that are listed as erased in the manifests of backups in a folder. If an older log and older keys were restored, they do not
 * contain later erasures. So the operator puts the newest manifest in that folder (decisions C14: a deleted user).
 */
export function erasedElsewhere(dataFolder: string): readonly string[] {
  const manifests = readdirSync(dataFolder).filter((name) => name.endsWith('.manifest.json'))
  return manifests.flatMap((name) => erasedIn(readFileSync(join(dataFolder, name), 'utf8')))
}

function erasedIn(manifest: string): readonly string[] {
  try {
    return Erased.safeParse(JSON.parse(manifest)).data?.erased ?? []
  } catch {
    // The file is not valid JSON. This is no error here: the start also reads the file as a witness of the log, and then reports the error.
    return []
  }
}
