/** A window of a browser, as the browser's own protocol drives it. */
export interface DrivenWindow {
  /** Opens an address and waits until it has loaded. */
  open(url: string): Promise<void>
  /** The value of a JavaScript expression in the page, which can be written as JSON. A promise is waited for. */
  ask(expression: string): Promise<unknown>
  /** Presses the middle of the element that an expression gives, with the mouse. Fails when there is none. */
  press(element: string): Promise<void>
  /** Types with the keyboard into the field that an expression gives, in place of what was there. */
  fill(element: string, text: string): Promise<void>
}

/** A browser that keeps nothing of earlier tests. Its windows share what it keeps. */
export interface DrivenBrowser<Window extends DrivenWindow = DrivenWindow> {
  /** The windows that are open, the first one first. */
  windows(): Promise<readonly Window[]>
  close(): Promise<void>
}

/** How large the page in a new window is, in CSS pixels. */
export type Size = Readonly<{ width: number; height: number }>
