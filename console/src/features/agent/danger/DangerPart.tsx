import { Alert, Button, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { Invalid } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { channelName } from '#i18n/channel-names.ts'
import { useAgent, useCan, useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { useInvalidateAgent } from '../../../components/section/useAgentSection.ts'
import { useAgentDocument } from '../frame/useAgentDocument.ts'

const { danger: agentDependentsTexts } = strings
const mostPeople = 100

/** Describes what is deleted with the agent: first its audience and what is running, then its content. */
function useAgentDependents(): string[] {
  const agent = useAgent()
  const document = useAgentDocument().data
  const { data: live } = useQuery({
    queryKey: agent.key('dependants'),
    queryFn: async ({ signal }) => {
      const [people, channels, campaigns] = await Promise.all([
        agent.api.get('/people', { query: { limit: mostPeople }, signal }),
        agent.api.get('/channels', { signal }),
        agent.api.get('/campaigns', { signal }),
      ])
      const count = people.data.length
      return [
        count > 0 ? agentDependentsTexts.people(count, people.nextPageToken !== undefined) : '',
        ...channels.data.map(({ channel }) => agentDependentsTexts.channel(channelName(channel))),
        ...campaigns.data
          .filter(({ status }) => status === 'running')
          .map(({ name }) => agentDependentsTexts.campaign(name)),
      ]
    },
  })
  return [...(live ?? []), ...describeSections(document ?? {})].filter(Boolean)
}

type DocumentSections = {
  playbooks?: unknown[]
  messageTemplates?: unknown[]
  capabilities?: { knowledge?: { facts?: unknown[]; things?: unknown[] } }
  outreach?: { outreaches?: unknown[] }
}

function describeSections({ playbooks, messageTemplates, capabilities, outreach }: DocumentSections): string[] {
  const { facts, things } = capabilities?.knowledge ?? {}
  return [
    agentDependentsTexts.playbooks(playbooks?.length ?? 0),
    agentDependentsTexts.templates(messageTemplates?.length ?? 0),
    agentDependentsTexts.facts(facts?.length ?? 0),
    agentDependentsTexts.things(things?.length ?? 0),
    agentDependentsTexts.outreaches(outreach?.outreaches?.length ?? 0),
  ]
}

const { danger: texts } = strings

export function DangerPart() {
  const canChange = useCan('editor')
  return (
    <Stack>
      <SectionHead title={strings.parts.danger} lead={texts.lead} />
      {canChange ? (
        <>
          <Rename />
          <Delete />
        </>
      ) : (
        <Alert color="gray" title={texts.editorsOnly} />
      )}
    </Stack>
  )
}

function Rename() {
  const agent = useAgent()
  const changed = useInvalidateAgent()
  const [name, setName] = useState(agent.name)
  const rename = useMutation({
    mutationFn: () => agent.api.patch('', { body: { name } }),
    onSuccess: async () => {
      await changed()
      notify.success(texts.renamed)
    },
  })
  const { error } = rename
  const refused = error instanceof Invalid ? error.errors.map(({ message }) => message).join('; ') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={texts.rename}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {texts.rename}
        </Title>
        <Text size="sm">{texts.renameText(agent.id)}</Text>
        <Group align="flex-end">
          <TextInput
            flex={1}
            label={texts.newName}
            value={name}
            error={refused}
            onChange={(event) => {
              setName(event.currentTarget.value)
              rename.reset()
            }}
          />
          <Button type="submit" variant="default" loading={rename.isPending} disabled={name === agent.name}>
            {texts.rename}
          </Button>
        </Group>
        {error && !refused && <ErrorAlert error={error} />}
      </Stack>
    </Paper>
  )
}

function Delete() {
  const org = useOrg()
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const dependants = useAgentDependents()
  const remove = useMutation({
    mutationFn: () => agent.api.delete(''),
    onSuccess: async () => {
      await navigate({ to: '/orgs/$org', params: { org: org.id } })
      queries.removeQueries({ queryKey: agent.key() })
      void queries.invalidateQueries({ queryKey: org.key() })
      notify.success(texts.deleted(agent.name))
    },
  })
  const ask = async () => {
    const text = (
      <Stack gap="xs">
        <Text>{texts.deleteText}</Text>
        <DependentList names={dependants} />
      </Stack>
    )
    const title = texts.deleteTitle(agent.name)
    if (await askConfirmation({ title, text, ok: texts.delete, danger: true, phrase: agent.id })) remove.mutate()
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.delete}>
      <Stack gap="sm" align="flex-start">
        <Title order={3} size="h5">
          {texts.delete}
        </Title>
        <Text size="sm">{texts.deleteText}</Text>
        <DependentList names={dependants} />
        {remove.error && <ErrorAlert error={remove.error} />}
        <Button color="red" onClick={ask} loading={remove.isPending}>
          {texts.deleteAsk}
        </Button>
      </Stack>
    </Paper>
  )
}

function DependentList({ names }: { names: readonly string[] }) {
  return (
    <List size="sm">
      {names.map((name) => (
        <List.Item key={name}>{name}</List.Item>
      ))}
    </List>
  )
}
