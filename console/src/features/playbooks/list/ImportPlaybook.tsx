import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/playbooks.ts'
import { createOrgClient } from '../../../api/client.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { type AgentPlaybook, useInvalidatePlaybooks } from '../playbook-data.ts'

const { import: importTexts } = strings
type Template = { id: string; name: string; version: string; description?: string }
type Props = { close: () => void; open: (id: string) => void; playbooks: readonly AgentPlaybook[] }

export function ImportPlaybook({ close, open, playbooks }: Props) {
  const agent = useAgent()
  const forget = useInvalidatePlaybooks()
  const catalog = usePlaybookTemplates()
  const importing = useMutation({
    mutationFn: ({ id }: Template) => agent.api.post('/playbooks/import', { body: { templateId: id } }),
    onSuccess: ({ data }, { name }) => {
      forget()
      notify.success(importTexts.imported(name))
      const known = new Set(playbooks.map(({ id }) => id))
      const made = data.find(({ id }) => !known.has(id))
      if (made) open(made.id)
      else close()
    },
  })
  const importedIds = new Set(playbooks.map(({ derivedFrom }) => derivedFrom?.templateId))
  return (
    <Dialog onClose={close} title={importTexts.title} size="lg">
      <Stack>
        <Text size="sm">{importTexts.text}</Text>
        {catalog.error && <ErrorAlert error={catalog.error} retry={catalog.refetch} />}
        {importing.error && <ErrorAlert error={importing.error} />}
        {catalog.isLoading && <Loading />}
        {catalog.data?.length === 0 && <Text>{importTexts.nothing}</Text>}
        {catalog.data?.map((template) => (
          <TemplateEntry
            key={template.id}
            template={template}
            isTaken={importedIds.has(template.id)}
            busy={importing.isPending}
            take={() => importing.mutate(template)}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

function usePlaybookTemplates() {
  const org = useOrg()
  return useQuery({
    queryKey: ['catalog', 'playbook-templates'],
    queryFn: async ({ signal }) => {
      const path = { kind: 'playbook-templates' }
      return (await createOrgClient(org.id).get('/catalogs/{kind}', { path, signal })).data as Template[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type TemplateEntryProps = { template: Template; isTaken: boolean; busy: boolean; take: () => void }

function TemplateEntry({ template: { name, description, version }, isTaken, busy, take }: TemplateEntryProps) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{description}</Text>
          <Text size="xs" className="quiet">
            {[importTexts.version(version), ...(isTaken ? [importTexts.alreadyAdded] : [])].join(' · ')}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={take} disabled={busy} aria-label={importTexts.importNamed(name)}>
          {importTexts.import}
        </Button>
      </Group>
    </Paper>
  )
}
