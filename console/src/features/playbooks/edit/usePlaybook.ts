import { useMemo } from 'react'
import { strings } from '#i18n/playbooks.ts'
import { useLint, useLiveLint } from '../../../api/lint.ts'
import { useAgent } from '../../../app/current-org.ts'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import type { Finding } from '../../../components/Findings.tsx'
import { type AgentPlaybook, useInvalidatePlaybooks, usePlaybooks } from '../playbook-data.ts'
import { type PlaybookDraft, replacePlaybook, toPlaybookBody, toPlaybookDraft } from './playbook-draft.ts'

export type OpenPlaybook = {
  id: string
  editor: Editor<PlaybookDraft>
  playbooks: readonly AgentPlaybook[]
  saved: AgentPlaybook | undefined
  findings: readonly Finding[]
  /** The playbook's path for the linter, such as `playbooks[2]`. */
  at: string
}

const none: readonly AgentPlaybook[] = []

export function usePlaybook(id: string): OpenPlaybook {
  const agent = useAgent()
  const forget = useInvalidatePlaybooks()
  const { data: playbooks = none } = usePlaybooks()
  const path = { playbookId: id }
  const editor = useEditor<PlaybookDraft>({
    key: agent.key('playbooks', id),
    read: (signal) => agent.api.raw('GET', '/playbooks/{playbookId}', { path, signal }),
    write: async (draft, headers) => {
      if (draft.brokenFlow !== null) throw new Error(strings.flow.brokenSave)
      return agent.api.raw('PUT', '/playbooks/{playbookId}', { path, body: toPlaybookBody(draft), headers })
    },
    toForm: (answer: AgentPlaybook) => toPlaybookDraft(answer),
    onSaved: forget,
  })
  const { values } = editor.form
  const index = playbooks.findIndex((one) => one.id === id)
  const changed = useMemo(
    () => ({ playbooks: editor.ready && index >= 0 ? replacePlaybook(playbooks, id, values) : playbooks }),
    [playbooks, values, id, editor.ready, index],
  )
  const asSaved = useLint()
  const live = useLiveLint(changed, editor.ready && !editor.readOnly && index >= 0)
  const findings = editor.readOnly ? asSaved : live
  return { id, editor, playbooks, saved: playbooks[index], findings, at: `playbooks[${index}]` }
}
