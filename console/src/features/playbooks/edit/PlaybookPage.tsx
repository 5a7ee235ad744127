import { Badge, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconStar, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/playbooks.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { useDeletePlaybook } from '../list/delete-playbook.tsx'
import { useInvalidatePlaybooks } from '../playbook-data.ts'
import { Examples } from './Examples.tsx'
import { Instructions } from './Instructions.tsx'
import { type OpenPlaybook, usePlaybook } from './usePlaybook.ts'

export function PlaybookPage() {
  const { playbookId } = useParams({ from: '/orgs/$org/agents/$agent/playbooks/$playbookId' })
  return <PlaybookEditor key={playbookId} id={playbookId} />
}

const { edit } = strings
const routeId = '/orgs/$org/agents/$agent/playbooks/$playbookId'

const FlowWorkspace = lazy(async () => ({ default: (await import('../flow/FlowWorkspace.tsx')).FlowWorkspace }))

function PlaybookEditor({ id }: { id: string }) {
  const { tab = 'text', run } = useSearch({ from: routeId })
  const open = usePlaybook(id)
  const { editor, saved } = open
  return (
    <PageLayout
      title={editor.form.values.name || saved?.name || id}
      beside={<PlaybookBadges open={open} />}
      lead={<BackLink />}
      actions={!editor.readOnly && saved && <Actions open={open} />}
    >
      <LinkTabs label={edit.tabs}>
        {(['text', 'examples', 'flow'] as const).map((one) => (
          <Link
            key={one}
            from={routeId}
            search={one === 'text' ? {} : { tab: one, ...(one === tab && run && { run }) }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {edit[one]}
          </Link>
        ))}
      </LinkTabs>
      {tab === 'text' && <Instructions open={open} />}
      {tab === 'examples' && (
        <EditorFrame editor={editor}>
          <Examples open={open} />
        </EditorFrame>
      )}
      {tab === 'flow' && (
        <>
          <EditorFrame editor={editor}>{null}</EditorFrame>
          {editor.ready && (
            <Suspense fallback={<Loading />}>
              <FlowWorkspace open={open} />
            </Suspense>
          )}
        </>
      )}
    </PageLayout>
  )
}

function BackLink() {
  const [org, agent] = [useOrg(), useAgent()]
  return (
    <AnchorLink to="/orgs/$org/agents/$agent/playbooks" params={{ org: org.id, agent: agent.id }} size="sm">
      <Group gap={4} component="span">
        <IconArrowLeft size={14} aria-hidden />
        {edit.back}
      </Group>
    </AnchorLink>
  )
}

function PlaybookBadges({ open: { saved } }: { open: OpenPlaybook }) {
  if (!saved) return null
  const { isDefault, outreachId, derivedFrom } = saved
  return (
    <>
      {isDefault && <Badge tt="none">{edit.isDefault}</Badge>}
      {outreachId && (
        <Badge variant="default" tt="none">
          {edit.ofOutreach}
        </Badge>
      )}
      {derivedFrom && (
        <Badge variant="default" tt="none" fw={400}>
          {edit.derived(derivedFrom.templateId, derivedFrom.version)}
        </Badge>
      )}
    </>
  )
}

function Actions({ open: { id, saved, playbooks } }: { open: OpenPlaybook }) {
  const [org, agent] = [useOrg(), useAgent()]
  const navigate = useNavigate()
  const forget = useInvalidatePlaybooks()
  const removal = useDeletePlaybook()
  if (!saved) return null
  const setDefault = async () => {
    try {
      await agent.api.post('/playbooks/{playbookId}/_setDefault', { path: { playbookId: id } })
      forget()
      notify.success(strings.list.nowDefault(saved.name))
    } catch (error) {
      notify.error(error)
    }
  }
  const remove = async () => {
    const goes = await removal(saved, playbooks)
    if (goes) await navigate({ to: '/orgs/$org/agents/$agent/playbooks', params: { org: org.id, agent: agent.id } })
  }
  return (
    <>
      {!saved.isDefault && !saved.outreachId && (
        <Button variant="default" size="sm" leftSection={<IconStar size={16} aria-hidden />} onClick={setDefault}>
          {edit.setDefault}
        </Button>
      )}
      <Button variant="default" size="sm" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
        {edit.remove}
      </Button>
    </>
  )
}
