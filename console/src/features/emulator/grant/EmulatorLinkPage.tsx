import { Alert, Badge, Button, Container, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { Parley, ParleyError, type Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { strings } from '#i18n/emulator.ts'
import { AgentContext, type CurrentAgent, type CurrentOrg, OrgContext } from '../../../app/current-org.ts'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Personas } from '../EmulatorPage.tsx'
import { consumeGrantFromUrl, parseGrant, storeGrant, useGrant } from './grant.ts'

const { grant: texts } = strings

/** The emulator for people without an account: the grant in the link gives access to one agent's personas. */
export function EmulatorLinkPage() {
  useEffect(consumeGrantFromUrl, [])
  const grant = useGrant()
  const [isRefused, setRefused] = useState(false)
  if (grant === undefined) return <GrantForm isRefused={isRefused} />
  const leave = (refused: boolean) => {
    setRefused(refused)
    storeGrant(undefined)
  }
  return <GrantedEmulator key={grant} grant={grant} leave={leave} />
}

function GrantForm({ isRefused }: { isRefused: boolean }) {
  const [link, setLink] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const grant = parseGrant(link)
    setLink('')
    setError(grant === undefined ? texts.notALink : undefined)
    if (grant !== undefined) storeGrant(grant)
  }
  return (
    <Container component="main" size="sm" py="xl">
      <Stack>
        <Title order={1} size="h2">
          {isRefused ? texts.refusedTitle : texts.title}
        </Title>
        <Text>{isRefused ? texts.refusedText : texts.text}</Text>
        <form onSubmit={submit}>
          <Group align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              type="password"
              label={texts.link}
              placeholder={texts.linkExample}
              value={link}
              onChange={(event) => setLink(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              required
              data-autofocus
            />
            <Button type="submit">{texts.open}</Button>
          </Group>
        </form>
        {error && <Alert color="red">{error}</Alert>}
        <Text size="sm" className="quiet">
          {texts.hint}
        </Text>
      </Stack>
    </Container>
  )
}

type GrantedProps = { grant: string; leave: (isRefused: boolean) => void }

function GrantedEmulator({ grant, leave }: GrantedProps) {
  const parley = useMemo(() => createGrantClient(grant, () => leave(true)), [grant, leave])
  const { data, error, refetch } = useQuery({
    queryKey: ['emulator', grant],
    queryFn: ({ signal }) => parley.get('/emulator/session', { signal }),
  })
  const contexts = useMemo(() => data && createContexts(parley, data), [parley, data])
  if (error && !(error instanceof ParleyError && error.status === 401))
    return <ErrorAlert error={error} retry={refetch} />
  if (!data || !contexts) return <Loading />
  return (
    <OrgContext value={contexts.org}>
      <AgentContext value={contexts.agent}>
        <Stack component="main" p="md">
          <EmulatorHeader session={data} leave={() => leave(false)} />
          <Personas />
        </Stack>
      </AgentContext>
    </OrgContext>
  )
}

/** A revoked or expired grant returns to the form. */
function createGrantClient(grant: string, onRefused: () => void): Parley {
  return new Parley({
    url: window.location.origin,
    apiKey: grant,
    fetch: async (address, options) => {
      const response = await fetch(address, options)
      if (response.status === 401) onRefused()
      return response
    },
  })
}

type Session = Schema<'EmulatorSession'>

/** The grant allows reading and playing personas; it gives no role in the org. */
function createContexts(parley: Parley, { org, agent }: Session): { org: CurrentOrg; agent: CurrentAgent } {
  const api = parley.org(org.id)
  const key = (...rest: unknown[]) => ['emulator', agent.id, ...rest]
  return {
    org: { ...org, role: 'viewer', userId: '', isLimited: false, api, can: () => false, key },
    agent: { ...agent, agent: undefined, api: api.agent(agent.id), key },
  }
}

function EmulatorHeader({ session: { org, agent, expiresAt }, leave }: { session: Session; leave: () => void }) {
  useEffect(() => {
    document.title = texts.pageTitle(agent.name)
  }, [agent.name])
  return (
    <Group component="header" justify="space-between">
      <Stack gap={0}>
        <Title order={1} size="h2">
          {agent.name}
        </Title>
        <Text size="sm" className="quiet">
          {expiresAt ? texts.openUntil(org.name, new Date(expiresAt)) : org.name}
        </Text>
      </Stack>
      <Group>
        <Badge variant="light">{texts.sandbox}</Badge>
        <Text size="sm" className="quiet">
          {texts.sandboxText}
        </Text>
        <Button variant="default" size="xs" onClick={leave}>
          {texts.leave}
        </Button>
      </Group>
    </Group>
  )
}
