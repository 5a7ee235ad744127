import { Button, Grid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBroadcast, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { words } from '#words/outreach.ts'
import { useAgent, useCan, usePlace } from '../../../app/org.ts'
import { EditorFrame } from '../../../parts/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../parts/editor/useEditor.ts'
import { ButtonLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { SendDialog } from '../send/SendDialog.tsx'
import { type Outreach, useOutreaches } from '../shared/configuration.ts'
import { About } from './About.tsx'
import { FollowUp } from './FollowUp.tsx'
import { MoreActions } from './MoreActions.tsx'
import { Opener } from './Opener.tsx'
import { bodyOf, formOf, type OutreachForm } from './outreach-form.ts'
import { PlaybookCard } from './PlaybookCard.tsx'

const { edit } = words
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
    <Page
      title={name}
      beside={editor.saved && <State enabled={editor.saved.enabled} />}
      actions={<Actions outreachId={outreachId} name={name} outreach={outreach} />}
    >
      <EditorFrame editor={editor}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <About editor={editor} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <FollowUp editor={editor} />
            {outreach && <PlaybookCard playbookId={outreach.playbookId} />}
          </Grid.Col>
          <Grid.Col span={12}>
            <Opener editor={editor} />
          </Grid.Col>
        </Grid>
      </EditorFrame>
    </Page>
  )
}

function useOutreachEditor(outreachId: string): Editor<OutreachForm> {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { outreachId }
  return useEditor<OutreachForm>({
    key: agent.key('outreach', outreachId),
    read: (signal) => agent.api.raw('GET', '/outreach/{outreachId}', { path, signal }),
    write: (form, headers) => agent.api.raw('PUT', '/outreach/{outreachId}', { path, body: bodyOf(form), headers }),
    shown: (answer: Outreach) => formOf(answer),
    after: () => void queries.invalidateQueries({ queryKey: agent.key('outreach', 'all') }),
  })
}

const State = ({ enabled }: { enabled: boolean }) => (
  <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? words.on : words.off} />
)

type ActionsGiven = { outreachId: string; name: string; outreach: Outreach | undefined }

function Actions({ outreachId, name, outreach }: ActionsGiven) {
  const can = useCan('editor')
  const place = usePlace()
  const [sending, { open, close }] = useDisclosure()
  return (
    <>
      <ButtonLink variant="default" to="/orgs/$org/agents/$agent/outreach/sends" params={place} search={{ outreachId }}>
        {edit.sends}
      </ButtonLink>
      {can && (
        <ButtonLink
          variant="default"
          leftSection={<IconBroadcast size={16} aria-hidden />}
          to="/orgs/$org/agents/$agent/campaigns/new"
          params={place}
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
