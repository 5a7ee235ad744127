import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { words } from '#words/app.ts'
import { confirm } from '../confirm.tsx'

type Way = { action: string; current: { pathname: string }; next: { pathname: string } }

const unsaved = new Set<object>()
const toAnotherPage = ({ current, next }: Way): boolean => current.pathname !== next.pathname

/** Asks before a page with unsaved changes is left, by a link or by closing it. `isLeft` tells which ways lose them. */
export function useUnsaved(dirty: boolean, isLeft: (way: Way) => boolean = toAnotherPage): void {
  const own = useRef({}).current
  useEffect(() => {
    if (dirty) unsaved.add(own)
    return () => void unsaved.delete(own)
  }, [dirty, own])
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async (way) => isLeft(way) && !(await askToLeave()),
  })
}

const { save: said } = words
const question = { text: said.leaveText, cancel: said.stay, danger: true }
const askToLeave = (): Promise<boolean> => confirm({ ...question, title: said.leaveTitle, ok: said.leave })

/** Whether what is unsaved, if anything is, may be lost. */
export const mayLeave = async (): Promise<boolean> => unsaved.size === 0 || askToLeave()

/** The same for what a dialog holds. */
export const mayClose = async (dirty: boolean): Promise<boolean> =>
  !dirty || confirm({ ...question, title: said.closeTitle, ok: said.close })
