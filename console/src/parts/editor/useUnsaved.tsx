import { useBlocker } from '@tanstack/react-router'
import { words } from '#words/app.ts'
import { confirm } from '../confirm.tsx'

/** Asks before a page with unsaved changes is left, by a link or by closing it. */
export function useUnsaved(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      const { leaveTitle: title, leaveText: text, leave: ok } = words.save
      return !(await confirm({ title, text, ok, danger: true }))
    },
  })
}
