import { Button, Grid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBroadcast, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { SendDialog } from '../send/SendDialog.tsx'
import { type Outreach, useOutreaches } from '../shared/outreach-config.ts'
import { OutreachDetailsFields } from './About.tsx'
import { FollowUp } from './FollowUp.tsx'
import { MoreActions } from './MoreActions.tsx'
import { OpenerField } from './OpenerField.tsx'
import { type OutreachForm, toOutreachBody, toOutreachForm } from './outreach-form.ts'
import { PlaybookCard } from './PlaybookCard.tsx'

const { edit } = strings
const from = '/orgs/$org/agents/$agent/outreach/edit/$outreachId'

export function OutreachEditPage() {
  const { outreachId } = useParams({ from })
  return <OutreachEditor key={outreachId} outreachId={outreachId} />
}

function OutreachEditor({ outreachId }: { outreachId: string }) {
  const outreach = useOutreaches().data?.find(({ id }) => id === outreachId)
  const editor = useOutreachEditor(outreachId)
  const name = editor.saved?.name ?? outreachId
  return (
    <PageLayout
      title={name}
      beside={editor.saved && <EditorState enabled={editor.saved.enabled} />}
      actions={<Actions outreachId={outreachId} name={name} outreach={outreach} />}
    >
      <EditorFrame editor={editor}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <OutreachDetailsFields editor={editor} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <FollowUp editor={editor} />
            {outreach && <PlaybookCard playbookId={outreach.playbookId} />}
          </Grid.Col>
          <Grid.Col span={12}>
            <OpenerField editor={editor} />
          </Grid.Col>
        </Grid>
      </EditorFrame>
    </PageLayout>
  )
}

function useOutreachEditor(outreachId: string): Editor<OutreachForm> {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { outreachId }
  return useEditor<OutreachForm>({
    key: agent.key('outreach', outreachId),
    read: (signal) => agent.api.raw('GET', '/outreach/{outreachId}', { path, signal }),
    write: (form, headers) =>
      agent.api.raw('PUT', '/outreach/{outreachId}', { path, body: toOutreachBody(form), headers }),
    toForm: (answer: Outreach) => toOutreachForm(answer),
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('outreach', 'all') }),
  })
}

const EditorState = ({ enabled }: { enabled: boolean }) => (
  <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? strings.on : strings.off} />
)

type ActionsProps = { outreachId: string; name: string; outreach: Outreach | undefined }

function Actions({ outreachId, name, outreach }: ActionsProps) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const [sending, { open, close }] = useDisclosure()
  return (
    <>
      <ButtonLink
        variant="default"
        to="/orgs/$org/agents/$agent/outreach/sends"
        params={routeIds}
        search={{ outreachId }}
      >
        {edit.sends}
      </ButtonLink>
      {can && (
        <ButtonLink
          variant="default"
          leftSection={<IconBroadcast size={16} aria-hidden />}
          to="/orgs/$org/agents/$agent/campaigns/new"
          params={routeIds}
          search={{ outreachId }}
        >
          {edit.campaign}
        </ButtonLink>
      )}
      {can && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={open} disabled={!outreach?.enabled}>
          {edit.send}
        </Button>
      )}
      {can && <MoreActions outreachId={outreachId} name={name} />}
      {sending && outreach && <SendDialog outreach={outreach} onClose={close} />}
    </>
  )
}
