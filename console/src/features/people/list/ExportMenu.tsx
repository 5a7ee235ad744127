import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { type PeopleSearch, peopleFiltersOf } from '../people-search.ts'
import { saveResponseAsFile } from '../save-stream.ts'

const forms = {
  csv: { label: strings.export.csv, name: 'people.csv', accept: 'text/csv' },
  ndjson: { label: strings.export.ndjson, name: 'people.ndjson', accept: 'application/x-ndjson' },
} as const
const hourMs = 3_600_000

/** Everyone who fits, as a file that comes while it is made. */
export function ExportMenu({ search }: { search: PeopleSearch }) {
  const agent = useAgent()
  const filters = peopleFiltersOf(search)
  const exporting = useMutation({
    mutationFn: async (form: keyof typeof forms) => {
      const { name, accept } = forms[form]
      const ask = () =>
        agent.api.raw('GET', '/people/export', { query: filters, headers: { accept }, timeoutMs: hourMs })
      return (await saveResponseAsFile(name, ask)) ? name : undefined
    },
    onSuccess: (name) => name && notify.success(strings.export.done(name)),
    onError: notify.error,
  })
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={exporting.isPending}>
          {strings.export.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {Object.keys(filters).length > 0 ? strings.export.scopeFiltered : strings.export.scopeAll}
        </Menu.Label>
        {(Object.keys(forms) as (keyof typeof forms)[]).map((form) => (
          <Menu.Item key={form} onClick={() => exporting.mutate(form)}>
            {forms[form].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
