import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLint, useLiveLint } from '../../api/lint.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { type Editor, useEditor } from '../editor/useEditor.ts'
import type { Finding } from '../Findings.tsx'

type AgentSectionSource<Form, Answer> = {
  /** Relative to the agent's URL. */
  path: string
  method?: 'PUT' | 'PATCH'
  toForm: (answer: Answer) => Form
  toBody: (form: Form) => unknown
  /** Maps the draft to the agent's document, for linting while the user edits. */
  sections: (form: Form) => Record<string, unknown>
  toFormField?: (field: string) => string
}

export type AgentSection<Form> = { editor: Editor<Form>; findings: readonly Finding[] }

/** A form for a section of the agent, with lint findings for the draft. */
export function useAgentSection<Form extends Record<string, unknown>, Answer>(
  source: AgentSectionSource<Form, Answer>,
): AgentSection<Form> {
  const agent = useAgent()
  const changed = useInvalidateAgent()
  const { path, method = 'PUT', toForm, toBody, sections, toFormField } = source
  const editor = useEditor<Form>({
    key: agent.key('part', path),
    read: (signal) => agent.api.raw('GET', path, { signal }),
    write: (form, headers) => agent.api.raw(method, path, { body: toBody(form), headers }),
    toForm: toForm as (answer: never) => Form,
    onSaved: () => void changed(),
    ...(toFormField && { toFormField }),
  })
  const { values } = editor.form
  const draft = useMemo(() => (editor.ready ? sections(values) : {}), [editor.ready, values, sections])
  const live = useLiveLint(draft, editor.ready && !editor.readOnly)
  const saved = useLint()
  return { editor, findings: editor.readOnly ? saved : live }
}

/** Call after a write to the agent: refetches everything shown of it. */
export function useInvalidateAgent(): () => Promise<void> {
  const queries = useQueryClient()
  const org = useOrg()
  const agent = useAgent()
  return async () => {
    void queries.invalidateQueries({ queryKey: org.key('agents') })
    await queries.invalidateQueries({ queryKey: agent.key() })
  }
}
