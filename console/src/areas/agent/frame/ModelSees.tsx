import { Accordion, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { IconEye, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { words } from '#words/agent.ts'
import { useAgent, useOrg } from '../../../app/org.ts'
import { SidePanel } from '../../../parts/Dialog.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { parts } from './parts.ts'

const { sees } = words
const looksBack = 20

/** The prompt of the agent, as its latest turn had it. */
export function ModelSees() {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={open}>
        {sees.open}
      </Button>
      <SidePanel opened={opened} onClose={close} title={sees.open} size="lg">
        {opened && <LatestPrompt />}
      </SidePanel>
    </>
  )
}

function LatestPrompt() {
  const agent = useAgent()
  const read = useQuery({
    queryKey: agent.key('turns', 'latest'),
    queryFn: async ({ signal }) => {
      const { data } = await agent.api.get('/turns', { query: { limit: looksBack }, signal })
      return data.find(({ sections }) => sections.length > 0) ?? null
    },
    staleTime: 0,
  })
  if (read.error) return <Trouble error={read.error} retry={read.refetch} />
  if (read.data === undefined) return <Loading />
  return read.data === null ? <NoneYet /> : <Prompt turn={read.data} />
}

function NoneYet() {
  const org = useOrg()
  const agent = useAgent()
  return (
    <EmptyState
      icon={IconMessageOff}
      title={sees.none}
      text={sees.noneText}
      action={
        <AnchorLink size="sm" to="/orgs/$org/agents/$agent/emulator" params={{ org: org.id, agent: agent.id }}>
          {sees.emulator}
        </AnchorLink>
      }
    />
  )
}

function Prompt({ turn }: { turn: Schema<'TurnRecord'> }) {
  const { agent } = useAgent()
  const { pathname } = useLocation()
  const here = parts.find(({ to }) => pathname.endsWith(to.slice(to.lastIndexOf('/'))))?.section
  return (
    <Stack>
      <Text size="sm" className="quiet">
        {sees.lead}
      </Text>
      <Group gap={6}>
        <Text size="sm">{turn.test ? sees.rehearsed : sees.answered}</Text>
        <Text size="sm">
          <When at={turn.at} />
        </Text>
        {turn.playbookId && <Text size="sm">{sees.playbook(turn.playbookId)}</Text>}
      </Group>
      {agent.updatedAt > turn.at && <Alert color="gray">{sees.changedSince}</Alert>}
      <Accordion multiple defaultValue={here ? [idOf(here)] : []} variant="separated">
        {turn.sections.map(({ name, text }) => (
          <Accordion.Item key={name} value={idOf(name)}>
            <Accordion.Control>{name}</Accordion.Control>
            <Accordion.Panel>
              <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
                {text}
              </Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}

/** Ids in a page hold no spaces. */
const idOf = (section: string): string => section.replaceAll(' ', '-')
