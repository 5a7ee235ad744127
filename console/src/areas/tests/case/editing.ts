import { createContext, useContext } from 'react'
import type { Finding } from '../../../parts/Findings.tsx'
import type { Known } from '../shared/reads.ts'
import { bracketed, type Draft, dotted, type Path, putIn } from './draft.ts'
import type { CaseEditor } from './useCaseEditor.ts'

/** The case that is being edited: what every field of it reads and writes. */
export type Editing = {
  draft: Draft
  /** Undefined takes it out. */
  set: (path: Path, value: unknown) => void
  /** What a save was refused for, there. */
  errorAt: (path: Path) => string | undefined
  findings: readonly Finding[]
  readOnly: boolean
  known: Known
}

export const EditingContext = createContext<Editing | undefined>(undefined)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('There is no case open here')
  return editing
}

type Beside = { findings: readonly Finding[]; known: Known }

export function editingOf({ form, readOnly }: CaseEditor, { findings, known }: Beside): Editing {
  const { document: draft = {} } = form.getValues()
  return {
    draft,
    set: (path, value) => {
      form.setFieldValue('document', putIn(form.getValues().document, path, value))
      form.clearFieldError(`document.${dotted(path)}`)
    },
    errorAt: (path) => {
      const error = form.errors[`document.${dotted(path)}`]
      return typeof error === 'string' ? error : undefined
    },
    findings,
    readOnly,
    known,
  }
}

/** Where findings on a field are looked for. */
export const placeOf = (path: Path): string => bracketed(path)
