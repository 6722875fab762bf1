/** Hands a text, or what was fetched, to the browser as a file. */
export function download(name: string, type: string, content: BlobPart) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  // Not at once: some browsers begin to read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
