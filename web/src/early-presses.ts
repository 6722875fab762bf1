/*
 * The first view can be pressed before the script is there. What a browser does by itself stays, since the client takes
 * the same elements over: what is typed, focused, scrolled or unfolded. Presses of buttons, and choices in fields whose
 * value is the client's (a filter, the order of a list), are made again as soon as the client can hear of them.
 */

const CHOICES = 'select, input[type=checkbox], input[type=radio], input[type=range]'

/** Notes presses from now on. The function it gives is called right before the client takes over, and gives one to call right after. */
export function notePresses(): () => () => Promise<void> {
  const pressed: HTMLElement[] = []
  const note = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) pressed.push(button)
  }
  document.addEventListener('click', note, true)

  return () => {
    document.removeEventListener('click', note, true)
    // All are read before one is taken back: that changes the others of its group.
    const choices = [...document.querySelectorAll<Field>(CHOICES)].flatMap(choiceIn)
    for (const { takeBack } of choices) takeBack()
    return async () => {
      for (const { element, act } of [...choices, ...pressed.map(pressOf)]) {
        // As every press begins. It makes React take over this part of the page, before the value of a field changes.
        element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
        act()
        // What one press changes, the next one is to meet.
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
  }
}

type Field = HTMLSelectElement | HTMLInputElement
type Act = { element: HTMLElement; act: () => void }

const pressOf = (element: HTMLElement): Act => ({ element, act: () => element.click() })

/** What was chosen in a field since it was drawn: how to set it as it was, and how to choose that again. */
function choiceIn(element: Field): readonly (Act & { takeBack: () => void })[] {
  if (element instanceof HTMLSelectElement) {
    const { selectedIndex: chosen } = element
    const drawn = Math.max(
      [...element.options].findIndex((option) => option.defaultSelected),
      0,
    )
    if (chosen === drawn) return []
    const select = (index: number) => () => {
      element.selectedIndex = index
      element.dispatchEvent(new Event('change', { bubbles: true }))
    }
    return [{ element, takeBack: select(drawn), act: select(chosen) }]
  }
  if (element.type === 'range') {
    const { value, defaultValue } = element
    if (value === defaultValue) return []
    const slide = (to: string) => () => {
      setUnheard(element, to)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return [{ element, takeBack: slide(defaultValue), act: slide(value) }]
  }
  const { checked, defaultChecked } = element
  if (checked === defaultChecked) return []
  const takeBack = () => {
    element.checked = defaultChecked
  }
  // Of a group the one that lost is not pressed: the one that won takes its place again.
  return [{ ...pressOf(element), takeBack, ...(element.type === 'radio' && !checked && { act: () => {} }) }]
}

/** React overhears what is set on the element itself, and would take the event for an echo of that. */
function setUnheard(element: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
}
