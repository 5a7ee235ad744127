import { Invalid } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useState } from 'react'
import { strings } from '#i18n/tests.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import type { Finding } from '../../../components/Findings.tsx'
import type { CaseReferences, TestCase, TestSuite } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import {
  type CaseDraft,
  type DraftPath,
  setInDraft,
  toBracketPath,
  toCaseDraft,
  toDottedPath,
  toPathFromPointer,
} from './case-draft.ts'

type CaseForm = {
  /** Set for a saved case. */
  id?: string
  origin?: string
  document: CaseDraft
  /** Text that does not parse: it cannot be saved. */
  broken?: string
}
export type CaseEditor = Editor<CaseForm>

const blank: CaseDraft = { title: '', turns: [''], expect: { checks: { finalReplyNonEmpty: true } } }

/** Edits a case as a document; the first save of a new case creates it and gives it a URL. */
export function useCaseEditor(suite: TestSuite, caseId: string): CaseEditor {
  const agent = useAgent()
  const queries = useQueryClient()
  const isNew = caseId === 'new'
  // A key of its own for each new case, so that its form starts empty.
  const [once] = useState(() => crypto.randomUUID())
  const path = { suiteId: suite.id, caseId }
  const editor = useEditor<CaseForm>({
    key: agent.key('tests', 'case', suite.id, isNew ? once : caseId),
    read: async (signal) =>
      isNew ? Response.json(blank) : agent.api.raw('GET', '/tests/suites/{suiteId}/cases/{caseId}', { path, signal }),
    write: async ({ id, document: body, broken }, headers) => {
      if (broken !== undefined) throw new Error(strings.case.brokenSave)
      const sent = id
        ? agent.api.raw('PUT', '/tests/suites/{suiteId}/cases/{caseId}', {
            path: { ...path, caseId: id },
            body,
            headers,
          })
        : agent.api.raw('POST', '/tests/suites/{suiteId}/cases', { path, body })
      return sent.catch((error) => {
        throw withReadableErrors(error)
      })
    },
    toForm: (answer: TestCase) => ({
      document: toCaseDraft(answer),
      ...(answer.id && { id: answer.id }),
      ...(answer.origin && { origin: answer.origin.kind }),
    }),
    toFormField: (field) => `document.${field}`,
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('tests', 'cases', suite.id) }),
  })
  useOpenCreatedCase(suite.id, isNew && !editor.dirty ? editor.saved?.id : undefined)
  return suite.system ? { ...editor, readOnly: true } : editor
}

function useOpenCreatedCase(suiteId: string, made: string | undefined): void {
  const navigate = useNavigate()
  const { org, agent } = useRouteIds()
  useEffect(() => {
    if (made) void navigate({ to: testPaths.case, params: { org, agent, suiteId, caseId: made }, replace: true })
  }, [made, navigate, org, agent, suiteId])
}

type Linted = { severity: string; path: string; message: string }

/** The API rejects a case with findings: converts them to field errors. */
function withReadableErrors(error: unknown): unknown {
  if (!(error instanceof Invalid) || !Array.isArray(error.body.lint)) return error
  const lint = error.body.lint as Linted[]
  const errors = lint
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => ({ field: toPathFromPointer(path), message }))
  return new Invalid({ status: error.status, requestId: error.requestId, body: { ...error.body, errors } })
}

type CaseEditing = {
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
  if (!editing) throw new Error('No case is open')
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
