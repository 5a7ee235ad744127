import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { placesOf } from './jump.ts'

/** The finding that led here, if one did. */
export const useAt = (): string | undefined => useSearch({ strict: false }).at

/** Goes to the field that a finding names, or to the nearest one above it. */
export function useJump(ready: boolean, section: string): void {
  const at = useAt()
  useEffect(() => {
    if (!ready || at === undefined) return
    const frame = requestAnimationFrame(() => {
      const field = placesOf(at, section)
        .map((place) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(place)}"]`))
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
