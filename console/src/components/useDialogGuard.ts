import { type FormEvent, useEffect, useRef, useState } from 'react'
import { confirmClose, useUnsavedGuard } from './editor/useUnsavedGuard.tsx'

export type DialogGuardOptions = {
  onClose: () => void
  /** Whether something would be lost; once anything was written into its form unless given. */
  dirty?: boolean | undefined
  closeOnEscape?: boolean | undefined
}

/** What keeps the input of a dialog, as props of it. */
export function useDialogGuard({
  opened,
  dirty: dirtyProp,
  onClose,
  closeOnEscape = true,
}: DialogGuardOptions & { opened: boolean }) {
  const ref = useRef<HTMLDivElement>(null)
  const [written, setWritten] = useState(false)
  const dirty = opened && (dirtyProp ?? written)
  const close = async () => {
    if (await confirmClose(dirty)) onClose()
  }
  useEffect(() => {
    if (!opened) setWritten(false)
  }, [opened])
  useKeys(ref, opened, {
    escape: () => closeOnEscape && close(),
    save: () => dirty && ref.current?.querySelector('form')?.requestSubmit(),
  })
  useRestoreFocus(opened)
  // Where the dialog itself leads by a link or a save, nothing is lost; an editor asks by itself when its page is left.
  useUnsavedGuard(dirty, ({ action, current, next }) => {
    const stepped = action !== 'PUSH' && action !== 'REPLACE'
    return stepped && (dirtyProp === undefined || current.pathname === next.pathname)
  })
  return {
    ref,
    opened,
    onClose: close,
    closeOnEscape: false,
    onInput: ({ target }: FormEvent) => setWritten(written || (target as Element).closest('form') !== null),
  }
}

type KeyHandlers = { escape: () => unknown; save: () => unknown }

/** The keys of the dialog that has the focus, and of no page or dialog below it. */
function useKeys(ref: { current: HTMLElement | null }, opened: boolean, handlers: KeyHandlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    if (!opened) return
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.isComposing || !(target === document.body || ref.current?.contains(target))) return
      if (event.key === 'Escape' && target.dataset.mantineStopPropagation !== 'true') {
        event.stopPropagation()
        latest.current.escape()
      }
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        event.stopPropagation()
        latest.current.save()
      }
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [ref, opened])
}

/** Gives the focus back to where it was when this opened, also to the button of a menu that has closed since. */
function useRestoreFocus(opened: boolean): void {
  const from = useRef<() => HTMLElement | null>(undefined)
  if (opened) from.current ??= focusedElement()
  useEffect(() => {
    if (!opened) return
    return () => {
      const back = from.current
      from.current = undefined
      // After whatever else moves the focus: only one that is lost is given back.
      setTimeout(() => (document.activeElement ?? document.body) === document.body && back?.()?.focus(), 20)
    }
  }, [opened])
}

function focusedElement(): () => HTMLElement | null {
  const element = document.activeElement
  const menu = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return () => {
    if (menu) return document.getElementById(menu)
    return element instanceof HTMLElement && element.isConnected ? element : null
  }
}
