/** A request with a JSON body, as text for a socket. */
export function jsonRequest(method: string, path: string, body: unknown, headers: Record<string, string> = {}): string {
  const text = JSON.stringify(body)
  return request(method, path, { 'Content-Type': 'application/json', ...headers }, text)
}

export function pictureRequest(picture: Buffer): string {
  const head = '--b\r\nContent-Disposition: form-data; name="image"; filename="x.png"\r\n\r\n'
  const body = `${head}${picture.toString('latin1')}\r\n--b--\r\n`
  return request('POST', '/api/upload', { 'Content-Type': 'multipart/form-data; boundary=b' }, body)
}

/** A request as text. The text is written as latin1, so each character takes one byte. */
function request(method: string, path: string, headers: Record<string, string>, body: string) {
  const all = { Host: 'x', 'Content-Length': String(body.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
