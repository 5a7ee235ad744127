import assert from 'node:assert/strict'

/** Assertions about elements. `assert.equal` would print everything reachable from an element, which takes minutes. */

export function assertAbsent(element: Element | null): void {
  assert.ok(element === null, `${describe(element)} is on the page`)
}

export function assertPresent(element: Element | null): void {
  assert.ok(element !== null, 'The element is not on the page')
}

export function assertFocused(element: Element): void {
  const { activeElement } = document
  assert.ok(activeElement === element, `The focus is on ${describe(activeElement)}, not on ${describe(element)}`)
}

function describe(element: Element | null): string {
  if (!element) return 'nothing'
  const name = element.getAttribute('aria-label') ?? element.textContent.slice(0, 60)
  return `<${element.tagName.toLowerCase()}> "${name}"`
}
