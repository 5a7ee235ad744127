import { Button, Group, Loader, Radio, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/agent-templates.ts'
import { strings as texts } from '#i18n/new-agent.ts'
import { useCatalog } from '../../api/lookups.ts'
import { useOrg } from '../../app/current-org.ts'
import { groupErrorsByPath } from '../../components/editor/field-path.ts'
import { notify } from '../../components/notify.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { ErrorAlert } from '../../components/PageStates.tsx'
import { TemplateContents, TemplateSummary } from '../agent/templates/TemplateContents.tsx'
import { sortByCategory } from '../agent/templates/template-contents.ts'

const empty = 'empty'

/** Asks for a name and a starting point; everything else is set in the editor. */
export function NewAgentPage() {
  const { can, isLimited } = useOrg()
  const canCreate = can('editor') && !isLimited
  return (
    <PageLayout title={texts.title} lead={canCreate ? texts.lead : texts.editorsOnly} width={920}>
      {canCreate && <NewAgent />}
    </PageLayout>
  )
}

function NewAgent() {
  const [name, setName] = useState('')
  const [start, setStart] = useState(empty)
  const templates = useCatalog('agent-templates')
  const create = useCreateAgent()
  const refused = create.error instanceof Invalid ? groupErrorsByPath(create.error.errors) : {}
  const template = templates.data?.find(({ id }) => id === start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name, template })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label={texts.name}
          description={texts.nameHelp}
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
        {create.error && !refused.name && <ErrorAlert error={create.error} />}
        <Radio.Group label={texts.start} value={start} onChange={setStart}>
          <Stack gap="md" mt="xs">
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
              <StartOptions value={empty} name={texts.empty} description={texts.emptyText} />
              {sortByCategory(templates.data ?? []).map((one) => (
                <StartOptions key={one.id} value={one.id} name={one.name} description={one.description}>
                  <TemplateSummary template={one} />
                </StartOptions>
              ))}
            </SimpleGrid>
            {templates.isPending && <Loader size="sm" aria-label={texts.loading} />}
            {templates.error && <ErrorAlert error={templates.error} retry={templates.refetch} />}
          </Stack>
        </Radio.Group>
        {template && (
          <Stack gap="xs" component="section" aria-label={strings.templates.contents}>
            <Title order={2} size="h5">
              {texts.contents(template.name)}
            </Title>
            <TemplateContents template={template} />
          </Stack>
        )}
        <Group>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type StartChoice = { value: string; name: string; description: string; children?: React.ReactNode }

function StartOptions({ value, name, description, children }: StartChoice) {
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

type NewAgentRequest = { name: string; template: Schema<'AgentTemplate'> | undefined }

/** The agent exists even if its template is rejected: the editor opens either way. */
function useCreateAgent() {
  const org = useOrg()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ name, template }: NewAgentRequest) => {
      const { id } = await org.api.post('/agents', { body: { name: name.trim() } })
      const apply = template && org.api.agent(id).post('/apply-template', { body: { templateId: template.id } })
      await apply?.catch(notify.error)
      return id
    },
    onSuccess: async (agent, { name }) => {
      void queries.invalidateQueries({ queryKey: org.key() })
      await navigate({ to: '/orgs/$org/agents/$agent/edit/identity', params: { org: org.id, agent } })
      notify.success(texts.created(name))
    },
  })
}
