import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { words } from '#words/playbooks.ts'
import { parleyFor } from '../../../api/client.ts'
import { useAgent, useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { type Playbook, useForgetPlaybooks } from '../data.ts'

const { import: taking } = words
type Template = { id: string; name: string; version: string; description?: string }
type Given = { close: () => void; open: (id: string) => void; playbooks: readonly Playbook[] }

export function ImportPlaybook({ close, open, playbooks }: Given) {
  const agent = useAgent()
  const forget = useForgetPlaybooks()
  const catalog = useTemplates()
  const importing = useMutation({
    mutationFn: ({ id }: Template) => agent.api.post('/playbooks/import', { body: { templateId: id } }),
    onSuccess: ({ data }, { name }) => {
      forget()
      tell.done(taking.taken(name))
      const known = new Set(playbooks.map(({ id }) => id))
      const made = data.find(({ id }) => !known.has(id))
      if (made) open(made.id)
      else close()
    },
  })
  const taken = new Set(playbooks.map(({ derivedFrom }) => derivedFrom?.templateId))
  return (
    <Dialog onClose={close} title={taking.title} size="lg">
      <Stack>
        <Text size="sm">{taking.text}</Text>
        {catalog.error && <Trouble error={catalog.error} retry={catalog.refetch} />}
        {importing.error && <Trouble error={importing.error} />}
        {catalog.isLoading && <Loading />}
        {catalog.data?.length === 0 && <Text>{taking.nothing}</Text>}
        {catalog.data?.map((template) => (
          <Entry
            key={template.id}
            template={template}
            isTaken={taken.has(template.id)}
            busy={importing.isPending}
            take={() => importing.mutate(template)}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

function useTemplates() {
  const org = useOrg()
  return useQuery({
    queryKey: ['catalog', 'playbook-templates'],
    queryFn: async ({ signal }) => {
      const path = { kind: 'playbook-templates' }
      return (await parleyFor(org.id).get('/catalogs/{kind}', { path, signal })).data as Template[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type EntryGiven = { template: Template; isTaken: boolean; busy: boolean; take: () => void }

function Entry({ template: { name, description, version }, isTaken, busy, take }: EntryGiven) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{description}</Text>
          <Text size="xs" className="quiet">
            {[taking.version(version), ...(isTaken ? [taking.has] : [])].join(' · ')}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={take} disabled={busy} aria-label={taking.takeNamed(name)}>
          {taking.take}
        </Button>
      </Group>
    </Paper>
  )
}
