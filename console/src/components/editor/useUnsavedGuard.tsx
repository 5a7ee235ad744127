import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { strings } from '#i18n/app.ts'
import { askConfirmation } from '../confirm.tsx'

type Navigation = { action: string; current: { pathname: string }; next: { pathname: string } }

const unsaved = new Set<object>()
const toAnotherPage = ({ current, next }: Navigation): boolean => current.pathname !== next.pathname

/**
 * Asks before the user leaves a page with unsaved changes, by navigation or by closing it. `isLeft` decides which
 * navigations lose them.
 */
export function useUnsavedGuard(dirty: boolean, isLeft: (way: Navigation) => boolean = toAnotherPage): void {
  const own = useRef({}).current
  useEffect(() => {
    if (dirty) unsaved.add(own)
    return () => void unsaved.delete(own)
  }, [dirty, own])
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async (way) => isLeft(way) && !(await askBeforeLeaving()),
  })
}

const { save: texts } = strings
const question = { text: texts.leaveText, cancel: texts.stay, danger: true }
const askBeforeLeaving = (): Promise<boolean> =>
  askConfirmation({ ...question, title: texts.leaveTitle, ok: texts.leave })

/** Resolves to true if nothing is unsaved or the user agrees to discard it. */
export const confirmLeave = async (): Promise<boolean> => unsaved.size === 0 || askBeforeLeaving()

/** The same for a dialog's input. */
export const confirmClose = async (dirty: boolean): Promise<boolean> =>
  !dirty || askConfirmation({ ...question, title: texts.closeTitle, ok: texts.close })
