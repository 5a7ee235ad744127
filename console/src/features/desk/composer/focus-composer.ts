/** Moves the focus to the reply once it is on the page: after a take, the field appears with the next render. */
export function focusComposer(): void {
  setTimeout(
    () => document.querySelector<HTMLElement>('[data-composer] textarea, [data-composer] .cm-content')?.focus(),
    50,
  )
}
