import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { words } from '#words/people.ts'
import { useAgent } from '../../../app/org.ts'
import { tell } from '../../../parts/tell.tsx'
import { saveStream } from '../save-stream.ts'
import { filtersOf, type PeopleSearch } from '../search.ts'

const forms = {
  csv: { label: words.export.csv, name: 'people.csv', accept: 'text/csv' },
  ndjson: { label: words.export.ndjson, name: 'people.ndjson', accept: 'application/x-ndjson' },
} as const
const hourMs = 3_600_000

/** Everyone who fits, as a file that comes while it is made. */
export function ExportMenu({ search }: { search: PeopleSearch }) {
  const agent = useAgent()
  const filters = filtersOf(search)
  const exporting = useMutation({
    mutationFn: async (form: keyof typeof forms) => {
      const { name, accept } = forms[form]
      const ask = () =>
        agent.api.raw('GET', '/people/export', { query: filters, headers: { accept }, timeoutMs: hourMs })
      return (await saveStream(name, ask)) ? name : undefined
    },
    onSuccess: (name) => name && tell.done(words.export.done(name)),
    onError: tell.failed,
  })
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={exporting.isPending}>
          {words.export.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{Object.keys(filters).length > 0 ? words.export.scopeFiltered : words.export.scopeAll}</Menu.Label>
        {(Object.keys(forms) as (keyof typeof forms)[]).map((form) => (
          <Menu.Item key={form} onClick={() => exporting.mutate(form)}>
            {forms[form].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
