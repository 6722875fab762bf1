type Place = Readonly<{ steps: readonly number[]; name: string }>

/**
 * Notes what a reader presses in the drawn view. The function it gives is called right before the client draws the
 * same view anew, and gives one that does there what was done here: the focus goes where it was, each press is made.
 */
export function noteReader(root: HTMLElement): () => () => Promise<void> {
  const pressed: Place[] = []
  const note = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button, input, summary') : null
    if (control) pressed.push(placeOf(control, root))
  }
  root.addEventListener('click', note, true)

  return () => {
    root.removeEventListener('click', note, true)
    const { activeElement } = document
    const focused = activeElement && root.contains(activeElement) ? placeOf(activeElement, root) : undefined
    return async () => {
      if (focused) elementAt(focused, root)?.focus({ preventScroll: true })
      for (const place of pressed) {
        elementAt(place, root)?.click()
        // What one press changes, the next one is to meet.
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
  }
}

const nameOf = ({ tagName, textContent }: Element) => `${tagName} ${textContent}`

function placeOf(element: Element, root: Element): Place {
  const steps: number[] = []
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    steps.unshift([...at.parentElement.children].indexOf(at))
  return { steps, name: nameOf(element) }
}

/** Nothing where something else stands now. */
function elementAt({ steps, name }: Place, root: Element): HTMLElement | undefined {
  let at: Element | undefined = root
  for (const step of steps) at = at?.children[step]
  return at instanceof HTMLElement && nameOf(at) === name ? at : undefined
}
