/** The target after a sign-in: a path of this shop, or else the home page (decisions C10). */
export function safeRedirect(asked: string | null): string {
  if (asked === null) return HOME
  // The part after the # is not decoded: it cannot change the host, and may have encoded line breaks.
  const [path = ''] = asked.split('#')
  return isOwnPath(asked) && isOwnPath(decoded(path)) ? asked : HOME
}

const HOME = '/'

/** A path that starts with two slashes, or with a slash and a backslash, leads to another host. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters, so "/\t/host" becomes "//host".
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\u007f-\u009f]/.test(path)

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
