import { useMemo } from 'react'
import { useLint, useLiveLint } from '../../api/lint.ts'
import { useAgent } from '../../app/org.ts'
import { type Editor, useEditor } from '../editor/useEditor.ts'
import type { Finding } from '../Findings.tsx'
import { useAgentChanged } from './useAgentChanged.ts'

type PartSource<Form, Answer> = {
  /** Behind the agent's own address. */
  path: string
  method?: 'PUT' | 'PATCH'
  shown: (answer: Answer) => Form
  sent: (form: Form) => unknown
  /** What the draft is in the agent's document, to be linted while it is written. */
  sections: (form: Form) => Record<string, unknown>
  fieldOf?: (field: string) => string
}

export type Part<Form> = { editor: Editor<Form>; findings: readonly Finding[] }

/** A section of the agent in a form, with what the linter says of the draft. */
export function usePart<Form extends Record<string, unknown>, Answer>(source: PartSource<Form, Answer>): Part<Form> {
  const agent = useAgent()
  const changed = useAgentChanged()
  const { path, method = 'PUT', shown, sent, sections, fieldOf } = source
  const editor = useEditor<Form>({
    key: agent.key('part', path),
    read: (signal) => agent.api.raw('GET', path, { signal }),
    write: (form, headers) => agent.api.raw(method, path, { body: sent(form), headers }),
    shown: shown as (answer: never) => Form,
    after: () => void changed(),
    ...(fieldOf && { fieldOf }),
  })
  const { values } = editor.form
  const draft = useMemo(() => (editor.ready ? sections(values) : {}), [editor.ready, values, sections])
  const live = useLiveLint(draft, editor.ready && !editor.readOnly)
  const saved = useLint()
  return { editor, findings: editor.readOnly ? saved : live }
}
