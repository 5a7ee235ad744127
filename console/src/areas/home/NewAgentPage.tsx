import { Button, Group, Loader, Radio, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { words } from '#words/agent.ts'
import { useCatalog } from '../../api/catalog.ts'
import { useCan, useOrg } from '../../app/org.ts'
import { errorsByPath } from '../../parts/editor/field-path.ts'
import { Page } from '../../parts/Page.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { tell } from '../../parts/tell.tsx'
import { BringsAll, BringsShortly } from '../agent/templates/Brings.tsx'
import { byCategory } from '../agent/templates/brings.ts'

const { newAgent: said } = words
const empty = 'empty'

/** A name, and something to begin from; all else is the editor's. */
export function NewAgentPage() {
  const canCreate = useCan('editor')
  return (
    <Page title={said.title} lead={canCreate ? said.lead : said.notYours} width={920}>
      {canCreate && <NewAgent />}
    </Page>
  )
}

function NewAgent() {
  const [name, setName] = useState('')
  const [start, setStart] = useState(empty)
  const templates = useCatalog('agent-templates')
  const create = useCreate()
  const refused = create.error instanceof Invalid ? errorsByPath(create.error.errors) : {}
  const template = templates.data?.find(({ id }) => id === start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name, template })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label={said.name}
          description={said.nameHelp}
          required
          maw={460}
          value={name}
          error={refused.name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            create.reset()
          }}
          data-autofocus
        />
        {create.error && !refused.name && <Trouble error={create.error} />}
        <Radio.Group label={said.start} value={start} onChange={setStart}>
          <Stack gap="md" mt="xs">
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
              <Start value={empty} name={said.empty} description={said.emptyText} />
              {byCategory(templates.data ?? []).map((one) => (
                <Start key={one.id} value={one.id} name={one.name} description={one.description}>
                  <BringsShortly template={one} />
                </Start>
              ))}
            </SimpleGrid>
            {templates.isPending && <Loader size="sm" aria-label={said.loading} />}
            {templates.error && <Trouble error={templates.error} retry={templates.refetch} />}
          </Stack>
        </Radio.Group>
        {template && (
          <Stack gap="xs" component="section" aria-label={words.templates.brings}>
            <Title order={2} size="h5">
              {said.brings(template.name)}
            </Title>
            <BringsAll template={template} />
          </Stack>
        )}
        <Group>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            {said.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Choice = { value: string; name: string; description: string; children?: React.ReactNode }

function Start({ value, name, description, children }: Choice) {
  return (
    <Radio.Card value={value} p="md" radius="md" aria-label={name}>
      <Group wrap="nowrap" align="flex-start">
        <Radio.Indicator />
        <Stack gap={4}>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{description}</Text>
          {children}
        </Stack>
      </Group>
    </Radio.Card>
  )
}

type Wanted = { name: string; template: Schema<'AgentTemplate'> | undefined }

/** The agent is there even when its template is refused: the editor is the place to go on either way. */
function useCreate() {
  const org = useOrg()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ name, template }: Wanted) => {
      const { id } = await org.api.post('/agents', { body: { name: name.trim() } })
      const apply = template && org.api.agent(id).post('/apply-template', { body: { templateId: template.id } })
      await apply?.catch(tell.failed)
      return id
    },
    onSuccess: async (agent, { name }) => {
      void queries.invalidateQueries({ queryKey: org.key() })
      await navigate({ to: '/orgs/$org/agents/$agent/edit/identity', params: { org: org.id, agent } })
      tell.done(said.created(name))
    },
  })
}
