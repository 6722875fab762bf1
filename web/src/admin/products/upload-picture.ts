/**
 * Uploads one picture, reports progress, and returns the picture's address. Uses XMLHttpRequest, because fetch does not report progress.
 */
export const uploadPicture = (file: File, onProgress: (share: number) => void) =>
  new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const url = request.status === 200 ? (request.response as { url?: string } | null)?.url : undefined
      if (url) resolve(url)
      else reject(new Error(`The upload was answered with ${request.status}`))
    }
    request.onerror = () => reject(new Error('The upload was not answered'))
    request.responseType = 'json'
    request.open('POST', '/api/upload')
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
