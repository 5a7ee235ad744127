import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

const load = async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette })
const CommandPalette = lazy(load)

let requests = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function openPalette(): void {
  requests += 1
  for (const listener of listeners) listener()
}

/** Starts to load the palette just before it is needed. */
export const preloadPalette = (): void => void load()

/** Loads the palette with its first use, so that the first screen stays small. Ctrl K works in fields and editors too. */
export function PaletteHost() {
  const [before] = useState(requests)
  const request = useSyncExternalStore(subscribe, () => requests) - before
  useHotkeys([['mod+K', openPalette]], [], true)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => (key === 'Control' || key === 'Meta') && preloadPalette()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  if (request === 0) return null
  return (
    <Suspense>
      <CommandPalette request={request} />
    </Suspense>
  )
}
