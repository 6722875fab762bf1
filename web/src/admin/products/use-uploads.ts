import { useState } from 'react'

export type Upload = { id: string; name: string; share: number }

/** The pictures are uploaded one at a time, so that they keep their order. */
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

/** Longer than the shop waits for a picture (`PICTURE_BODY`). */
const LIMIT_MS = 60_000

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
export const uploadPicture = (file: File, onProgress: (share: number) => void) =>
  new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const url = request.status === 200 ? (request.response as { url?: string } | null)?.url : undefined
      if (url) resolve(url)
      else reject(new Error(`The server answered the upload with status ${request.status}`))
    }
    request.onerror = () => reject(new Error('The server did not answer the upload'))
    request.ontimeout = request.onerror
    request.timeout = LIMIT_MS
    request.responseType = 'json'
    request.open('POST', '/api/upload')
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
