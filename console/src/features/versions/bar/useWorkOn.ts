import { useNavigate } from '@tanstack/react-router'
import { confirmLeave } from '../../../components/editor/useUnsavedGuard.tsx'

/** Opens the same page of live or of a draft. Unsaved edits belong to the former one. */
export function useWorkOn(): (draftId: string | undefined) => Promise<void> {
  const navigate = useNavigate()
  return async (draftId) => {
    if (!(await confirmLeave())) return
    await navigate({ to: '.', search: (before: object) => ({ ...before, draft: draftId }), ignoreBlocker: true })
  }
}
