import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Erased = z.object({ erased: z.array(z.string()) })

/**
 * The ids of the erased people, from the manifests of backups in the data folder. The operator puts the newest manifest there, because a
 * restored log lacks the erasures after its backup (decisions C14: a deleted user).
 */
export function erasedElsewhere(dataFolder: string): readonly string[] {
  const manifests = readdirSync(dataFolder).filter((name) => name.endsWith('.manifest.json'))
  return manifests.flatMap((name) => erasedIn(readFileSync(join(dataFolder, name), 'utf8')))
}

function erasedIn(manifest: string): readonly string[] {
  try {
    return Erased.safeParse(JSON.parse(manifest)).data?.erased ?? []
  } catch {
    return []
  }
}
