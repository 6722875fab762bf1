export function download(name: string, type: string, content: BlobPart) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  // Some browsers begin to read the file with a delay.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
