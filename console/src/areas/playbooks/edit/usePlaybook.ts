import { useMemo } from 'react'
import { words } from '#words/playbooks.ts'
import { useLint, useLiveLint } from '../../../api/lint.ts'
import { useAgent } from '../../../app/org.ts'
import { type Editor, useEditor } from '../../../parts/editor/useEditor.ts'
import type { Finding } from '../../../parts/Findings.tsx'
import { type Playbook, useForgetPlaybooks, usePlaybooks } from '../data.ts'
import { bodyOf, type Draft, draftOf, withDraft } from './draft.ts'

export type OpenPlaybook = {
  id: string
  editor: Editor<Draft>
  /** All of the agent, as they are saved. */
  playbooks: readonly Playbook[]
  saved: Playbook | undefined
  findings: readonly Finding[]
  /** Where the linter sees the playbook, such as `playbooks[2]`. */
  at: string
}

const none: readonly Playbook[] = []

export function usePlaybook(id: string): OpenPlaybook {
  const agent = useAgent()
  const forget = useForgetPlaybooks()
  const { data: playbooks = none } = usePlaybooks()
  const path = { playbookId: id }
  const editor = useEditor<Draft>({
    key: agent.key('playbooks', id),
    read: (signal) => agent.api.raw('GET', '/playbooks/{playbookId}', { path, signal }),
    write: async (draft, headers) => {
      if (draft.brokenFlow !== null) throw new Error(words.flow.brokenSave)
      return agent.api.raw('PUT', '/playbooks/{playbookId}', { path, body: bodyOf(draft), headers })
    },
    shown: (answer: Playbook) => draftOf(answer),
    after: forget,
  })
  const { values } = editor.form
  const index = playbooks.findIndex((one) => one.id === id)
  const changed = useMemo(
    () => ({ playbooks: editor.ready && index >= 0 ? withDraft(playbooks, id, values) : playbooks }),
    [playbooks, values, id, editor.ready, index],
  )
  const asSaved = useLint()
  const live = useLiveLint(changed, editor.ready && !editor.readOnly && index >= 0)
  const findings = editor.readOnly ? asSaved : live
  return { id, editor, playbooks, saved: playbooks[index], findings, at: `playbooks[${index}]` }
}
