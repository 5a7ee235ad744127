/** A field as it stands on the page: what it is called there, and the way to it. */
export type FieldTarget = { label: string; go: () => void }

/** The field of a path in the form beside `near`, or the nearest above it that can be gone to. */
export function findFieldTarget(near: Element, path: string): FieldTarget | undefined {
  const container = near.closest('[role=dialog], main') ?? document.body
  const steps = path.split('.')
  for (let depth = steps.length; depth > 0; depth--) {
    const element = container.querySelector<HTMLElement>(`[data-path="${CSS.escape(steps.slice(0, depth).join('.'))}"]`)
    const control = element && controlOf(element)
    const label = control && labelOf(control)
    if (label) return { label, go: () => focusControl(control) }
  }
  return undefined
}

const controls = 'input, textarea, button'

/** What takes the focus: the field itself, or the editor that stands in its place. */
function controlOf(element: HTMLElement): HTMLElement | null {
  return element.matches(controls) ? element : element.querySelector<HTMLElement>(`.cm-content, ${controls}`)
}

function focusControl(control: HTMLElement): void {
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}

function labelOf(control: HTMLElement): string {
  const labels = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels : null
  const text = labels?.[0]?.textContent ?? control.ariaLabel ?? control.textContent ?? ''
  // The asterisk of a field that is needed is part of its label.
  return text.replace(/\s*\*$/, '').trim()
}
