import { createContext, useContext } from 'react'
import type { Finding } from '../../../components/Findings.tsx'
import type { CaseReferences } from '../shared/test-data.ts'
import { type CaseDraft, type DraftPath, setInDraft, toBracketPath, toDottedPath } from './case-draft.ts'
import type { CaseEditor } from './useCaseEditor.ts'

export type CaseEditing = {
  draft: CaseDraft
  /** Undefined removes the value. */
  set: (path: DraftPath, value: unknown) => void
  errorAt: (path: DraftPath) => string | undefined
  findings: readonly Finding[]
  readOnly: boolean
  known: CaseReferences
}

export const CaseEditingContext = createContext<CaseEditing | undefined>(undefined)

export function useCaseEditing(): CaseEditing {
  const editing = useContext(CaseEditingContext)
  if (!editing) throw new Error('There is no case open here')
  return editing
}

type LintContext = { findings: readonly Finding[]; known: CaseReferences }

export function createCaseEditing({ form, readOnly }: CaseEditor, { findings, known }: LintContext): CaseEditing {
  const { document: draft = {} } = form.getValues()
  return {
    draft,
    set: (path, value) => {
      form.setFieldValue('document', setInDraft(form.getValues().document, path, value))
      form.clearFieldError(`document.${toDottedPath(path)}`)
    },
    errorAt: (path) => {
      const error = form.errors[`document.${toDottedPath(path)}`]
      return typeof error === 'string' ? error : undefined
    },
    findings,
    readOnly,
    known,
  }
}

export const findingPathOf = (path: DraftPath): string => toBracketPath(path)
