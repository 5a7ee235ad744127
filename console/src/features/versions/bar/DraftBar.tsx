import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceMobileMessage, IconPlayerTrackNext, IconRocket, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { strings } from '#i18n/versions.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { liveColor } from '../../../app/theme/tokens.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { StartRun } from '../../tests/runs/StartRun.tsx'
import { NewDraftDialog } from '../drafts/NewDraftDialog.tsx'
import { StartReplay } from '../replays/StartReplay.tsx'
import type { Draft } from '../versions-data.ts'
import classes from './bar.module.css'
import { isDraftPage } from './draft-pages.ts'
import { useWorkOn } from './useWorkOn.ts'

const { bar: texts } = strings

/** In a draft: what it changes, and what to do with it. In live: whether edits need a draft. */
export function DraftBar() {
  const { draft } = useAgent()
  const isPart = useLocation({ select: ({ pathname }) => isDraftPage(pathname) })
  if (draft) return <OpenDraftBar draft={draft} isPart={isPart} />
  return isPart ? <RequiredDraftBar /> : null
}

function OpenDraftBar({ draft, isPart }: { draft: Draft; isPart: boolean }) {
  const workOn = useWorkOn()
  return (
    <section className={`${classes.bar} ${classes.draft}`} aria-label={texts.label}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs" miw={0}>
          <Text fw={600} size="sm" truncate="end" maw={260}>
            {strings.switch.draft(draft.name)}
          </Text>
          {draft.canary && <Text size="sm">{texts.canary(draft.canary.percent)}</Text>}
          {!isPart && <Text size="sm">{texts.elsewhere}</Text>}
        </Group>
        <Group gap={6}>
          <DraftActions draft={draft} />
          <Button size="compact-sm" variant="default" onClick={() => void workOn(undefined)}>
            {texts.leave}
          </Button>
        </Group>
      </Group>
    </section>
  )
}

function DraftActions({ draft }: { draft: Draft }) {
  const params = useRouteIds()
  const canWrite = useCan('editor')
  const [tests, { open: openTests, close: closeTests }] = useDisclosure()
  const [replay, { open: openReplay, close: closeReplay }] = useDisclosure()
  const review = {
    to: '/orgs/$org/agents/$agent/versions/drafts/$draftId',
    params: { ...params, draftId: draft.id },
  } as const
  const action = { size: 'compact-sm', variant: 'default' } as const
  return (
    <>
      <ButtonLink {...action} {...review}>
        {draft.changes === 0 ? texts.none : texts.review(draft.changes)}
      </ButtonLink>
      <ButtonLink
        {...action}
        to="/orgs/$org/agents/$agent/emulator"
        params={params}
        leftSection={<IconDeviceMobileMessage size={14} aria-hidden />}
      >
        {texts.try}
      </ButtonLink>
      {canWrite && (
        <>
          <Button {...action} leftSection={<IconTestPipe size={14} aria-hidden />} onClick={openTests}>
            {texts.test}
          </Button>
          <Button {...action} leftSection={<IconPlayerTrackNext size={14} aria-hidden />} onClick={openReplay}>
            {texts.replay}
          </Button>
          <ButtonLink
            size="compact-sm"
            color={liveColor}
            {...review}
            search={{ do: 'publish' }}
            leftSection={<IconRocket size={14} aria-hidden />}
          >
            {texts.publish}
          </ButtonLink>
        </>
      )}
      {tests && <StartRun onClose={closeTests} />}
      {replay && <StartReplay draftId={draft.id} close={closeReplay} />}
    </>
  )
}

function RequiredDraftBar() {
  const agent = useAgent()
  const canWrite = useCan('editor')
  const workOn = useWorkOn()
  const [creates, { open, close }] = useDisclosure()
  const { data } = useQuery({
    queryKey: agent.key('publishing'),
    queryFn: ({ signal }) => agent.api.get('/settings/publishing', { signal }),
    staleTime: 60_000,
  })
  if (!data?.requireDraft || !canWrite) return null
  return (
    <section className={`${classes.bar} ${classes.required}`} aria-label={texts.label}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{texts.required}</Text>
        <Button size="compact-sm" variant="default" onClick={open}>
          {strings.switch.create}
        </Button>
      </Group>
      {creates && <NewDraftDialog agent={agent.id} close={close} made={({ id }) => workOn(id)} />}
    </section>
  )
}
