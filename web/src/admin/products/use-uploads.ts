import { useState } from 'react'
import { uploadPicture } from './upload-picture.ts'

export type Upload = { id: string; name: string; share: number }

/** Uploads pictures one at a time, so that they arrive in the order of the user's choice. */
export function useUploads(onUploaded: (url: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [hasFailed, setFailed] = useState(false)

  const upload = async (files: Iterable<File>) => {
    const chosen = [...files]
    const pictures = chosen.filter(({ type }) => type.startsWith('image/'))
    const waiting = pictures.map((file) => ({ file, id: crypto.randomUUID(), name: file.name, share: 0 }))
    setFailed(pictures.length < chosen.length)
    setUploads((now) => [...now, ...waiting])
    for (const { id, file } of waiting) {
      const showShare = (share: number) =>
        setUploads((now) => now.map((one) => (one.id === id ? { ...one, share } : one)))
      await uploadPicture(file, showShare).then(onUploaded, () => setFailed(true))
      setUploads((now) => now.filter((one) => one.id !== id))
    }
  }

  return { uploads, hasFailed, upload }
}
