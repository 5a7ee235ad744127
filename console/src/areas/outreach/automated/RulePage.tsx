import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { words } from '#words/outreach.ts'
import { useAgent, useCan, usePlace } from '../../../app/org.ts'
import { EditorFrame } from '../../../parts/editor/EditorFrame.tsx'
import { useEditor } from '../../../parts/editor/useEditor.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Page } from '../../../parts/Page.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { deleteWithUndo } from '../../../parts/tell.tsx'
import type { Rule } from '../shared/configuration.ts'
import { RuleFields } from './RuleFields.tsx'
import { RuleRows } from './RuleRows.tsx'
import { bodyOf, fieldOf, formOf, type RuleForm } from './rule-form.ts'

const { automated } = words
const from = '/orgs/$org/agents/$agent/outreach/automated/$ruleId'

export function RulePage() {
  const { ruleId } = useParams({ from })
  const { tab } = useSearch({ from })
  const can = useCan('editor')
  const editor = useRuleEditor(ruleId)
  const params = { ...usePlace(), ruleId }
  const { name = ruleId, enabled } = editor.saved ?? {}
  const exact = { exact: true, includeSearch: true }
  return (
    <Page
      title={name}
      beside={
        enabled !== undefined && (
          <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? words.on : words.off} />
        )
      }
      actions={can && <DeleteRule ruleId={ruleId} name={name} />}
    >
      <LinkTabs label={automated.tabs.label}>
        <Link to={from} params={params} search={{}} activeOptions={exact}>
          {automated.tabs.rule}
        </Link>
        <Link to={from} params={params} search={{ tab: 'rows' }} activeOptions={{ ...exact, exact: false }}>
          {automated.tabs.rows}
        </Link>
      </LinkTabs>
      {tab === 'rows' ? (
        <RuleRows ruleId={ruleId} />
      ) : (
        <EditorFrame editor={editor}>
          <RuleFields editor={editor} />
        </EditorFrame>
      )}
    </Page>
  )
}

function useRuleEditor(ruleId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { ruleId }
  return useEditor<RuleForm>({
    key: agent.key('automated-outreach', ruleId),
    read: (signal) => agent.api.raw('GET', '/automated-outreach/{ruleId}', { path, signal }),
    write: (form, headers) =>
      agent.api.raw('PUT', '/automated-outreach/{ruleId}', { path, body: bodyOf(form), headers }),
    shown: (answer: Rule) => formOf(answer),
    fieldOf,
    after: () => void queries.invalidateQueries({ queryKey: agent.key('automated-outreach', 'all') }),
  })
}

function DeleteRule({ ruleId, name }: { ruleId: string; name: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  const all = agent.key('automated-outreach', 'all')
  const remove = () =>
    deleteWithUndo({
      name,
      hide: () => {
        void navigate({ to: '/orgs/$org/agents/$agent/outreach/automated', params: place }).then(() =>
          queries.setQueryData<Rule[]>(all, (rules) => rules?.filter(({ id }) => id !== ruleId)),
        )
      },
      bringBack: () => void queries.invalidateQueries({ queryKey: all }),
      remove: () => agent.api.delete('/automated-outreach/{ruleId}', { path: { ruleId } }),
    })
  return (
    <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
      {automated.delete}
    </Button>
  )
}
