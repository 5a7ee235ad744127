import { Table } from '@mantine/core'
import { words } from '#words/channels.ts'
import { useProviderNames } from '../ChannelsPage.tsx'
import type { Binding, ChannelForm } from '../data.ts'
import { Section } from './Section.tsx'

const { binding: w } = words

export function Details({ binding, form }: { binding: Binding; form: ChannelForm | undefined }) {
  const providerName = useProviderNames()
  const labels = new Map(form?.managed?.fields.map(({ key, label }) => [key, label]))
  const rows: [label: string, value: string | undefined][] = [
    [w.mode, providerName(binding)],
    [w.bindingId, binding.id],
    [w.routingId, binding.routingId],
    ...Object.entries(binding.inputs ?? {}).map(([key, value]): [string, string] => [labels.get(key) ?? key, value]),
  ]
  return (
    <Section title={w.details}>
      <Table aria-label={w.details} variant="vertical" layout="fixed">
        <Table.Tbody>
          {rows
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th w={150} scope="row">
                  {label}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
