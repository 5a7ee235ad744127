import { Button, Grid } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { useEditor } from '../../../components/editor/useEditor.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { deleteWithUndo } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { SequencePeople } from './SequencePeople.tsx'
import { SequenceResults } from './SequenceResults.tsx'
import { SequenceSettings } from './SequenceSettings.tsx'
import { SequenceTimeline } from './SequenceTimeline.tsx'
import { type Sequence, type SequenceForm, toSequenceBody, toSequenceForm } from './sequence-form.ts'

const { tabs } = strings
const from = '/orgs/$org/agents/$agent/outreach/sequences/$sequenceId'
const pace = 5_000

/** One sequence: its timeline with the people at each step, the people, and who enters and leaves. */
export function SequencePage() {
  const { sequenceId } = useParams({ from })
  const { tab } = useSearch({ from })
  const can = useCan('editor')
  const editor = useSequenceEditor(sequenceId)
  const report = useSequenceReport(sequenceId)
  const { name = sequenceId, enabled } = editor.saved ?? {}
  return (
    <PageLayout
      title={name}
      beside={
        enabled !== undefined && (
          <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? outreachTexts.on : outreachTexts.off} />
        )
      }
      actions={can && <DeleteSequence sequenceId={sequenceId} name={name} />}
    >
      <Tabs sequenceId={sequenceId} />
      {tab === 'people' && <SequencePeople sequenceId={sequenceId} steps={editor.saved?.steps ?? []} />}
      {tab !== 'people' && (
        <EditorFrame editor={editor}>
          {tab === 'settings' ? (
            <SequenceSettings editor={editor} />
          ) : (
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, md: 8 }}>
                <SequenceTimeline sequenceId={sequenceId} editor={editor} report={report} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <SequenceResults sequenceId={sequenceId} report={report} />
              </Grid.Col>
            </Grid>
          )}
        </EditorFrame>
      )}
    </PageLayout>
  )
}

function Tabs({ sequenceId }: { sequenceId: string }) {
  const params = { ...useRouteIds(), sequenceId }
  const { tab } = useSearch({ from })
  const places = [
    { key: undefined, label: tabs.steps },
    { key: 'people', label: tabs.people },
    { key: 'settings', label: tabs.settings },
  ] as const
  return (
    <LinkTabs label={tabs.label}>
      {places.map(({ key, label }) => (
        <Link
          key={label}
          to={from}
          params={params}
          search={key ? { tab: key } : {}}
          activeOptions={{ exact: key === undefined, includeSearch: true }}
          aria-current={tab === key ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </LinkTabs>
  )
}

function useSequenceReport(sequenceId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('sequences', sequenceId, 'report'),
    queryFn: ({ signal }) => agent.api.get('/sequences/{sequenceId}/report', { path: { sequenceId }, signal }),
    refetchInterval: pace,
  }).data
}

function useSequenceEditor(sequenceId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { sequenceId }
  return useEditor<SequenceForm>({
    key: agent.key('sequences', sequenceId, 'definition'),
    read: (signal) => agent.api.raw('GET', '/sequences/{sequenceId}', { path, signal }),
    write: (form, headers) =>
      agent.api.raw('PUT', '/sequences/{sequenceId}', { path, body: toSequenceBody(form), headers }),
    toForm: (answer: Sequence) => toSequenceForm(answer),
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('sequences', 'all') }),
  })
}

function DeleteSequence({ sequenceId, name }: { sequenceId: string; name: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const all = agent.key('sequences', 'all')
  const remove = () =>
    deleteWithUndo({
      name,
      hide: () => {
        void navigate({ to: '/orgs/$org/agents/$agent/outreach/sequences', params: routeIds }).then(() =>
          queries.setQueryData<Sequence[]>(all, (known) => known?.filter(({ id }) => id !== sequenceId)),
        )
      },
      restore: () => void queries.invalidateQueries({ queryKey: all }),
      remove: () => agent.api.delete('/sequences/{sequenceId}', { path: { sequenceId } }),
    })
  return (
    <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
      {strings.delete}
    </Button>
  )
}
