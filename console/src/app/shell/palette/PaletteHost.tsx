import { useHotkeys } from '@mantine/hooks'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { strings } from '#i18n/palette.ts'
import { notify } from '../../../components/notify.tsx'

const load = async () => (await import('./CommandPalette.tsx')).CommandPalette

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

/** Starts to load the palette just before it is needed. A failed download is repeated when the palette is opened. */
export const preloadPalette = (): void => void load().catch(() => undefined)

/**
 * Loads the palette with its first use, so that the first screen stays small, and again after a failure, which `lazy`
 * would keep. Ctrl K works in fields and editors too.
 */
export function PaletteHost() {
  const [before] = useState(requests)
  const request = useSyncExternalStore(subscribe, () => requests) - before
  const [Palette, setPalette] = useState<ComponentType<{ request: number }>>()
  useEffect(() => {
    if (request === 0 || Palette) return
    load().then(
      (loaded) => setPalette(() => loaded),
      () => notify.notice(strings.notLoaded),
    )
  }, [request, Palette])
  useHotkeys([['mod+K', openPalette]], [], true)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => (key === 'Control' || key === 'Meta') && preloadPalette()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return Palette && request > 0 ? <Palette request={request} /> : null
}
