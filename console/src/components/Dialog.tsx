import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { confirmClose, useUnsavedGuard } from './editor/useUnsavedGuard.tsx'
import { LateDialogHint } from './LateHint.tsx'

type DialogGuardOptions = {
  onClose: () => void
  /** Whether closing would lose input; by default true once anything was typed into the form. */
  dirty?: boolean | undefined
  closeOnEscape?: boolean | undefined
}

/** Returns dialog props that protect unsaved input. */
function useDialogGuard({
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
  // Links and saves inside the dialog lose nothing; an editor asks on its own when the user leaves its page.
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

/** Handles keys for the dialog that has the focus, not for pages or dialogs below it. */
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

/** Returns the focus to where it was when the dialog opened, including the button of a menu that has closed since. */
function useRestoreFocus(opened: boolean): void {
  const from = useRef<() => HTMLElement | null>(undefined)
  if (opened) from.current ??= focusedElement()
  useEffect(() => {
    if (!opened) return
    return () => {
      const back = from.current
      from.current = undefined
      // Runs after anything else that moves the focus, and acts only if the focus was lost.
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

type Own = DialogGuardOptions & { opened?: boolean }

/**
 * A dialog, open by default for as long as it is mounted. Ctrl S saves its form, closing it with unsaved input asks
 * first, and the focus returns to where it was.
 */
export function Dialog({
  opened = true,
  dirty,
  onClose,
  closeOnEscape,
  children,
  ...others
}: Own & Omit<ModalProps, keyof Own>) {
  return (
    <Modal {...others} {...useDialogGuard({ opened, dirty, onClose, closeOnEscape })}>
      {children}
      <LateDialogHint />
    </Modal>
  )
}

/** The same, as a panel at the side of the page. */
export function SidePanel({
  opened = true,
  dirty,
  onClose,
  closeOnEscape,
  children,
  ...others
}: Own & Omit<DrawerProps, keyof Own>) {
  return (
    <Drawer {...others} {...useDialogGuard({ opened, dirty, onClose, closeOnEscape })}>
      {children}
      <LateDialogHint />
    </Drawer>
  )
}
