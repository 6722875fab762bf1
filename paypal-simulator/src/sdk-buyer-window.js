// biome-ignore-all lint/correctness/noUnusedVariables: the three sdk files are served as one script, in which these are used
const dialogSheet = sheet(`
  dialog { box-sizing: border-box; padding: 0; border: 0; width: min(460px, 100vw); height: min(700px, 100dvh);
    max-width: none; max-height: none; background: #fff; overflow: hidden }
  dialog[open] { display: flex; flex-direction: column }
  dialog::backdrop { background: rgb(17 21 42 / .42) }
  iframe { flex: 1; border: 0; width: 100% }
  button { align-self: end; min-height: 44px; padding: 0 20px; border: 0; background: none; color: #11152a; cursor: pointer;
    font: 15px/1 system-ui, sans-serif; text-decoration: underline; text-underline-offset: .22em }
  button:focus-visible { outline: 2px solid #2a3a8f; outline-offset: -4px }`)

function openPopup() {
  const [width, height] = [460, 700]
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const popup = window.open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
  return popup && !popup.closed ? popup : undefined
}

/** This is for browsers that block popups. */
function openDialog(url) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [dialogSheet]
  const dialog = root.appendChild(document.createElement('dialog'))
  dialog.setAttribute('aria-label', 'Test payments')
  const frame = dialog.appendChild(document.createElement('iframe'))
  frame.title = 'Test payments'
  frame.src = url
  const close = dialog.appendChild(document.createElement('button'))
  close.type = 'button'
  close.textContent = 'Close'
  close.addEventListener('click', () => dialog.close())
  dialog.showModal()
  dialog.addEventListener('close', () => host.remove())
  return {
    get page() {
      return frame.contentWindow
    },
    get closed() {
      return !dialog.open
    },
    focus: () => frame.focus(),
    close: () => dialog.close(),
  }
}

/** Closing the page counts as cancelling. */
function askBuyer(orderId, source, popup, signal) {
  const url = new URL('checkoutnow', base)
  url.search = new URLSearchParams({ token: orderId, fundingSource: source, opener: location.origin })
  if (popup && !popup.closed) popup.location.replace(url)
  const shown = popup ?? openDialog(url)
  const finished = new AbortController()

  const answer = new Promise((resolve) => {
    const finish = (decision) => {
      finished.abort()
      clearInterval(watch)
      shown.close()
      resolve(decision)
    }
    const watch = setInterval(() => shown.closed && finish({ decision: 'cancel' }), 200)
    const listening = { signal: finished.signal }
    signal.addEventListener('abort', () => finish({ decision: 'abandon' }), listening)
    const heard = ({ origin, source: sender, data }) => {
      if (origin !== base.origin || sender !== (popup ?? shown.page) || data?.paypalSimulator !== orderId) return
      finish(data)
    }
    window.addEventListener('message', heard, listening)
  })
  return { answer, focus: () => shown.focus() }
}
