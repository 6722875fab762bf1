import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { CircleAlert, CircleCheck } from './icons/icons.tsx'
import 'sonner/dist/styles.css'
import './toaster.css'

export function raiseToast(kind: 'success' | 'error', text: string, options?: { duration?: number }) {
  // Shown anew each time: the last to be shown lies above every dialog that is open.
  if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
  toast[kind](text, options)
}

const host = document.createElement('div')
host.popover = 'manual'
host.className = 'toaster-host'
document.body.append(host)
createRoot(host).render(
  <Toaster
    position="top-right"
    richColors
    offset={{ top: 116, right: 16 }}
    mobileOffset={{ top: 104, right: 16, left: 16 }}
    icons={{ success: <CircleCheck />, error: <CircleAlert /> }}
  />,
)
