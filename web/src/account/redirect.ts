/** The target after signing in or registering: a path of this shop, or else the home page (decisions C10). */
export function safeRedirect(asked: string | null): string {
  if (asked === null) return HOME
  // Only the path is decoded. The part after the # cannot change the host, and may be a text with encoded line breaks.
  const [path = ''] = asked.split('#')
  return isOwnPath(asked) && isOwnPath(decoded(path)) ? asked : HOME
}

const HOME = '/'

/** Whether a path stays on this host. A path that starts with two slashes, or with a slash and a backslash, leads to another host. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters, so "/\t/host" becomes "//host".
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\u007f-\u009f]/.test(path)

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
