import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formPathsOf } from './finding-paths.ts'

/** The finding that linked here, if any. */
export const useFindingPath = (): string | undefined => useSearch({ strict: false }).at

/** Focuses the field that a finding names, or its nearest ancestor. */
export function useFocusFinding(ready: boolean, section: string): void {
  const at = useFindingPath()
  useEffect(() => {
    if (!ready || at === undefined) return
    const frame = requestAnimationFrame(() => {
      const field = formPathsOf(at, section)
        .map((path) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`))
        .find((found) => found !== null)
      field?.scrollIntoView({ block: 'center' })
      const control = field?.matches('input, textarea, button')
        ? field
        : field?.querySelector<HTMLElement>('.cm-content')
      control?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, at, section])
}
